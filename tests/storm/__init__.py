"""The proof that nothing makes a board wrong for good: many at once, and everything failing.

In `make test` it is short; `make storm` runs the same with larger numbers (see sizes.py). The
service runs as people run it, with real servers and worker processes that are killed.

`players`, `weather` and `jobs` run in processes of their own, in the service's environment; the
tests start them, and compare what is left with the boards that `truth` computes from the games.
"""
