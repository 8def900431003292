from itertools import product

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
