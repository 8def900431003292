from hypothesis import given
from hypothesis import strategies as st

from leaderboards.web.charts import HEAD, MOST_BARS, chart_of

COUNTS = st.dictionaries(st.integers(0, 32_767), st.integers(1, 1_000_000), min_size=1)


def distribution_of(counts: dict[int, int]) -> list[tuple[int, int]]:
    return sorted(counts.items(), reverse=True)


@given(COUNTS, st.none() | st.integers(0, 32_767))
def test_every_player_is_in_one_of_few_bars(counts: dict[int, int], mine: int | None) -> None:
    chart = chart_of(distribution_of(counts), mine)
    if chart is None:
        return
    assert len(chart.bars) <= MOST_BARS
    for bar in chart.bars:
        inside = [count for value, count in counts.items() if bar.first <= value <= bar.last]
        assert bar.players == sum(inside)
        assert bar.is_mine == (mine is not None and bar.first <= mine <= bar.last)
        assert bar.height <= 100 - HEAD
    assert sum(bar.players for bar in chart.bars) == chart.players == sum(counts.values())
    assert (chart.my_bar is None) == (mine is None)


@given(COUNTS, st.none() | st.integers(0, 32_767))
def test_among_friends_there_are_no_more_bars_than_tell_something(
    counts: dict[int, int], mine: int | None
) -> None:
    few = dict.fromkeys(list(counts)[:200], 1)
    chart = chart_of(distribution_of(few), mine, is_among_friends=True)
    if chart is not None:
        assert 3 <= len(chart.bars) <= max(8, 2 * len(few) ** 0.5) <= 28
        assert sum(bar.players for bar in chart.bars) == len(few) >= 8


def test_seven_friends_are_not_drawn_and_eight_are() -> None:
    seven = [(240 - 10 * number, 1) for number in range(7)]
    assert chart_of(seven, mine=200, is_among_friends=True) is None
    chart = chart_of([(250, 1), *seven], mine=200, is_among_friends=True)
    assert chart is not None
    assert [(bar.first, bar.last, bar.players) for bar in chart.bars] == [
        (180, 199, 2),
        (200, 219, 2),
        (220, 239, 2),
        (240, 259, 2),
    ]


def test_few_values_have_a_bar_each() -> None:
    chart = chart_of([(4, 1), (3, 2), (1, 4)], mine=3)
    assert chart is not None
    assert [(bar.first, bar.players, bar.is_mine) for bar in chart.bars] == [
        (1, 4, False),
        (2, 0, False),
        (3, 2, True),
        (4, 1, False),
    ]
    assert [bar.tallness for bar in chart.bars] == ["84.00%", "0.00%", "42.00%", "21.00%"]
    assert [bar.anchor for bar in chart.bars] == ["middle"] * 4


def test_totals_come_in_round_steps() -> None:
    chart = chart_of([(342, 1), (211, 30), (98, 1)], mine=None)
    assert chart is not None
    assert (chart.bars[0].first, chart.bars[-1].last) == (90, 349)
    assert (chart.lowest, chart.highest) == (98, 342)
    assert {bar.last - bar.first + 1 for bar in chart.bars} == {10}
    assert chart.median == 211


def test_my_place_has_a_bar_where_nobody_else_is() -> None:
    chart = chart_of([(20, 2), (10, 2)], mine=30)
    assert chart is not None
    assert chart.my_bar is not None
    assert (chart.my_bar.first, chart.my_bar.players, chart.my_bar.anchor) == (30, 0, "end")
    assert (chart.low, chart.high) == (10, 20)
    assert (chart.lowest, chart.highest) == (10, 30)


def test_little_is_not_drawn() -> None:
    assert chart_of([], mine=None) is None
    assert chart_of([(300, 1), (200, 1)], mine=None) is None
    assert chart_of([(250, 50)], mine=250) is None
