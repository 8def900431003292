"""Drawings of figures: all of them inside, in order, and lines at round values."""

from hypothesis import given
from hypothesis import strategies as st

from challenges.web.curves import EDGE, LEAST, MOST_LINES, bars_of, curve_of

VALUES = st.lists(st.floats(-2000, 2000), min_size=2, max_size=60)


def test_a_curve_goes_from_side_to_side_and_up_where_more_is() -> None:
    curve = curve_of([200.0, 250.0, 150.0])
    assert [(point.x, point.y) for point in curve.points] == [
        ("0.00%", "50.00%"),
        ("50.00%", f"{EDGE:.2f}%"),
        ("100.00%", f"{100 - EDGE:.2f}%"),
    ]
    assert curve.path == "M0.00 50.00L50.00 6.00L100.00 94.00"
    assert curve.area == f"{curve.path}L100.00 100L0.00 100Z"
    assert [line.value for line in curve.lines] == [150, 200, 250]


def test_bars_stand_on_nothing_or_hang_from_it() -> None:
    bars = bars_of([30.0, -10.0, 0.0])
    up, down, nothing = bars.bars
    assert (up.top, round(up.top + up.height, 6), up.is_below) == (EDGE, 72.0, False)
    assert (down.top, down.top + down.height, down.is_below) == (72.0, 100 - EDGE, True)
    assert (nothing.height, nothing.is_below) == (LEAST, False)
    assert [line.value for line in bars.lines] == [-10, 0, 10, 20, 30]


@given(VALUES)
def test_all_of_a_drawing_is_inside_it(values: list[float]) -> None:
    curve, bars = curve_of(values), bars_of(values)
    for point in curve.points:
        assert EDGE - 1e-6 <= point.top <= 100 - EDGE + 1e-6
    for bar in bars.bars:
        assert bar.top >= EDGE - LEAST - 1e-6
        assert bar.top + bar.height <= 100 - EDGE + LEAST + 1e-6
    for lines in (curve.lines, bars.lines):
        assert len(lines) <= MOST_LINES + 1
        assert all(EDGE - 1e-6 <= line.top <= 100 - EDGE + 1e-6 for line in lines)


def test_values_that_are_all_the_same_are_a_straight_line() -> None:
    curve = curve_of([7.0, 7.0])
    assert {point.y for point in curve.points} == {f"{EDGE:.2f}%"}
