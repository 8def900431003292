"""What has to be fast, measured side by side in one run: `make bench` prints the tables.

These are no tests: machines are noisy, so what is printed are medians, and ratios of two things
that were measured in turn.
"""
