from itertools import product
from math import factorial, prod

import pytest

from challenges.strategy.outcomes import keeps_of


@pytest.mark.parametrize(("dice", "outcomes", "keeps"), [(5, 252, 462), (6, 462, 924)])
def test_there_are_as_many_as_counting_says(dice: int, outcomes: int, keeps: int) -> None:
    found = keeps_of(dice)
    assert (found.outcomes, len(found.counts)) == (outcomes, keeps)
    assert len({tuple(counts) for counts in found.counts.tolist()}) == keeps


@pytest.mark.parametrize("dice", [5, 6])
def test_the_chances_are_those_of_all_ordered_throws(dice: int) -> None:
    found = keeps_of(dice)
    counted = [0] * found.outcomes
    for faces in product(range(6), repeat=dice):
        counted[found.number(tuple(faces.count(face) for face in range(6)))] += 1
    assert [round(chance * 6**dice) for chance in found.chances] == counted
    assert abs(found.chances.sum() - 1) < 1e-15


@pytest.mark.parametrize("dice", [5, 6])
def test_neighbours_have_one_die_more_or_less(dice: int) -> None:
    found = keeps_of(dice)
    for number, counts in enumerate(found.counts.tolist()):
        for face in range(6):
            more, fewer = found.more[number, face], found.fewer[number, face]
            assert (more == -1) == (sum(counts) == dice)
            assert (fewer == -1) == (counts[face] == 0)
            if more >= 0:
                assert found.fewer[more, face] == number


@pytest.mark.parametrize("dice", [5, 6])
def test_sizes_say_where_the_keeps_of_so_many_dice_stand(dice: int) -> None:
    found = keeps_of(dice)
    assert len(found.sizes) == dice + 1
    for size, at in enumerate(found.sizes):
        assert set(found.counts[at].sum(axis=1).tolist()) == {size}
    assert found.sizes[dice] == slice(0, found.outcomes)


@pytest.mark.parametrize("dice", [5, 6])
def test_what_is_within_an_outcome_is_what_can_be_kept_of_it(dice: int) -> None:
    found = keeps_of(dice)
    for outcome, within in enumerate(found.within):
        assert within[-1] == outcome
        fits = (found.counts <= found.counts[outcome]).all(axis=1)
        assert sorted(within.tolist()) == fits.nonzero()[0].tolist()
    assert [found.kept(number) for number in range(len(found.counts))] == [
        tuple(counts) for counts in found.counts.tolist()
    ]


@pytest.mark.parametrize("dice", [5, 6])
def test_what_lies_ahead_of_a_keep_is_as_likely_as_the_dice_thrown_to_it(dice: int) -> None:
    found = keeps_of(dice)
    nearest = found.sizes[dice - 1]
    others = found.counts[nearest.stop :].astype(int)
    assert found.ahead.shape == (len(others), nearest.stop - nearest.start)
    assert abs(found.ahead.sum(axis=1) - 1).max() < 1e-12
    for keep, ahead in zip(others, found.ahead, strict=True):
        added = found.counts[nearest] - keep
        ways = [
            factorial(dice - 1 - keep.sum()) / prod(map(factorial, more)) if min(more) >= 0 else 0
            for more in added.tolist()
        ]
        assert abs(ahead * 6.0 ** (dice - 1 - keep.sum()) - ways).max() < 1e-9
