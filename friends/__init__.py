"""Passing games on to friends. Knows `challenges`; `leaderboards` reads its querysets."""
