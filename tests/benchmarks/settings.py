"""The service's own settings, with one more address: the bare view that moves are compared to."""

from config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.urls"
