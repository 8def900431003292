"""SEED_KEYS and the secrets of a development service."""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config.secrets import development_secret, make_secret, parse_seed_keys

SECRET = "kT8_Zs-0123456789abcdefghijklmnopqrstuvwxyzA"
OTHER = "Qw9-Er_9876543210ABCDEFGHIJKLMNOPQRSTUVWXYZb"


def test_a_keys_bytes_are_its_secrets_ascii_text() -> None:
    assert parse_seed_keys(f"first:{SECRET}") == {"first": SECRET.encode("ascii")}


def test_the_first_key_is_the_current_one() -> None:
    keys = parse_seed_keys(f"b:{SECRET},a:{OTHER}")
    assert list(keys.items()) == [("b", SECRET.encode()), ("a", OTHER.encode())]


def test_spaces_around_keys_do_not_count() -> None:
    assert list(parse_seed_keys(f" a:{SECRET} ,\n b:{OTHER}\n")) == ["a", "b"]


@pytest.mark.parametrize("length", [43, 44, 1000])
def test_a_secret_has_43_or_more_characters(length: int) -> None:
    assert parse_seed_keys(f"a:{'x' * length}")["a"] == b"x" * length


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "key 1"),
        (",", "key 1"),
        (f"a:{SECRET},", "key 2"),
        (f":{SECRET}", "key 1"),
        (SECRET, "key 1"),
        (SECRET[:20], "key 1"),
        (f"{SECRET[:20]}:a", "key 1"),  # the wrong way round
        (f"{SECRET}:a", "key 1"),
        (f"a b:{SECRET}", "key 1"),
        (f"ä:{SECRET}", "key 1"),
        (f"{'i' * 33}:{SECRET}", "key 1"),
        ("a:", "key 1"),
        (f"a:{SECRET[:42]}", "key 1"),
        (f"a:{SECRET}:{SECRET}", "key 1"),
        (f"a: {SECRET}", "key 1"),
        (f"a:{SECRET}=", "key 1"),
        (f"a:{SECRET}é", "key 1"),
        (f"a:{SECRET[:43]},{SECRET[:10]}", "key 2"),  # a comma inside a secret
        (f"a:{SECRET},b:{OTHER[:42]}", "key 2"),
        (f"a:{SECRET},a:{OTHER}", "key id a is there twice"),
    ],
)
def test_other_texts_are_refused_without_repeating_a_secret(text: str, says: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        parse_seed_keys(text)
    message = str(refusal.value)
    assert says in message
    for secret in (SECRET, OTHER):
        for start in range(len(secret) - 6):
            assert secret[start : start + 6] not in message


def test_made_secrets_are_32_random_bytes() -> None:
    made = {make_secret() for _ in range(100)}
    assert len(made) == 100
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", secret) for secret in made)


def test_the_command_prints_keys_that_the_service_takes() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "config.secrets"], capture_output=True, text=True, check=True, env={}
    )
    found = dict(line.split("=", 1) for line in done.stdout.splitlines())
    assert sorted(found) == ["SECRET_KEY", "SEED_KEYS"]
    assert len(found["SECRET_KEY"]) == 43
    assert len(parse_seed_keys(found["SEED_KEYS"])) == 1


def test_a_development_secret_is_made_once_and_kept_for_the_owner(tmp_path: Path) -> None:
    secret = development_secret(tmp_path / "data", "seed-key")
    assert development_secret(tmp_path / "data", "seed-key") == secret
    assert development_secret(tmp_path / "data", "other") != secret
    assert development_secret(tmp_path / "elsewhere", "seed-key") != secret
    assert [path.name for path in sorted((tmp_path / "data").iterdir())] == ["other", "seed-key"]
    assert (tmp_path / "data" / "seed-key").stat().st_mode & 0o777 == 0o600


def test_many_at_once_read_one_development_secret(tmp_path: Path) -> None:
    for turn in range(10):
        folder = tmp_path / str(turn)
        with ThreadPoolExecutor(16) as pool:
            found = list(pool.map(lambda _: development_secret(folder, "key"), range(16)))  # noqa: B023
        assert len(set(found)) == 1
        assert len(found[0]) == 43
        assert [path.name for path in folder.iterdir()] == ["key"]
