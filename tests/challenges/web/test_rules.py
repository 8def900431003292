import pytest

from challenges.engine.sheets import SHEETS
from challenges.models import Day
from challenges.services.rulebook import SHEET_NAMES, rows_of
from tests.challenges.web.visitors import Visitor


def test_all_sheets_are_listed(visitor: Visitor, today: Day) -> None:
    page = visitor.open("/rules")
    assert page.status == 200
    assert {f"/rules/{code}" for code in SHEETS} <= set(page.links)


@pytest.mark.parametrize("code", SHEETS)
def test_a_sheet_explains_each_row_by_an_example(visitor: Visitor, today: Day, code: str) -> None:
    page = visitor.open(f"/rules/{code}")
    assert str(SHEET_NAMES[code]) in page.text
    for row in rows_of(SHEETS[code]):
        assert f"{row.name} {row.text} {row.points} point" in page.text
        assert f'aria-label="{", ".join(map(str, row.example))}"' in page.html


def test_there_is_no_such_sheet(visitor: Visitor, today: Day) -> None:
    assert visitor.open("/rules/checkers").status == 404
