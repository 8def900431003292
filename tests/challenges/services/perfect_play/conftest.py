import pytest

from challenges.services.perfect_play import looking_back


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looking_back, "REVIEWS_AT_ONCE", 2)
