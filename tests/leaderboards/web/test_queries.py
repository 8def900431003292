"""What the pages with boards ask the database: the same however many players there are."""

import time_machine

from challenges.models import Day
from leaderboards.services.closing import close_due_days
from tests.cast import CLOSES, NOON, ONE_DAY, TODAY, Person, Queries
from tests.challenges.web.visitors import Visitor
from tests.leaderboards.circles import befriend
from tests.leaderboards.results import finish, make_player
from tests.leaderboards.web.boards import crowd, listed, visitor_of

MANY = range(400, 330, -1)


def queries(visitor: Visitor, path: str) -> int:
    visitor.open(path)  # whatever is asked for once only
    with Queries() as asked:
        assert visitor.open(path).status == 200
    return len(asked.statements)


def boards(visitor: Visitor, query: str = "") -> dict[str, int]:
    codes = ("day", "best-day", "streak", "longest-streak", "advent")
    return {code: queries(visitor, f"/leaderboards/{code}{query}") for code in codes}


# The day, and it with the one before; the excused days; the year before. And the board of each.
OF_ANYBODY = {"day": 3, "best-day": 1, "streak": 2, "longest-streak": 1, "advent": 1}


def more(count: int) -> dict[str, int]:
    return {code: queries + count for code, queries in OF_ANYBODY.items()}


def test_boards_of_who_just_arrived(visitor: Visitor, today: Day) -> None:
    assert boards(visitor) == OF_ANYBODY
    crowd(*MANY)
    assert boards(visitor) == OF_ANYBODY


def test_boards_of_a_listed_player(today: Day) -> None:
    players = crowd(*MANY)
    visitor = visitor_of(players[60])
    assert boards(visitor) == more(1)  # the player of the session
    assert boards(visitor, "?around=me") == more(2)  # my place


def test_boards_of_a_guest(today: Day) -> None:
    crowd(*MANY)
    guest = make_player("Guest", claimed=False)
    finish(guest, TODAY, 350, NOON)
    visitor = visitor_of(guest)
    assert boards(visitor) == more(3)  # the player; my games; the excused days
    assert boards(visitor, "?around=me") == more(5)  # my games and the excused days once more


def test_boards_among_friends(today: Day) -> None:
    players = crowd(*MANY)
    me = players[0]
    visitor = visitor_of(me)
    alone = boards(visitor, "?among=friends")
    assert alone == more(2)  # the player of the session; if there are friends at all
    befriend(me, *players[1:40])
    assert boards(visitor, "?among=friends") == more(1)


def test_boards_of_a_guest_among_friends(today: Day) -> None:
    players = crowd(*MANY)
    guest = make_player("Guest", claimed=False)
    finish(guest, TODAY, 350, NOON)
    befriend(guest, *players[:40])
    # The player; my games; the excused days.
    assert boards(visitor_of(guest), "?among=friends") == more(3)


def test_the_front_page(visitor: Visitor, owner: Person, today: Day) -> None:
    players = crowd(*MANY)
    assert queries(visitor, "/") == 2  # the day; its board
    # The player; games of the week; the day; its board, among friends, too; all ranked games; the
    # excused days.
    mine = make_player()
    assert queries(visitor_of(mine), "/") == 7
    befriend(mine, *players[:40])
    assert queries(visitor_of(mine), "/") == 7
    assert queries(visitor_of(make_player(claimed=False)), "/") == 9  # where the guest would stand
    # The challenge that today's game counts for, and those made of it.
    owner.play_rows(owner.start_daily())
    assert queries(Visitor(listed(owner)), "/") == 9


def test_a_day(visitor: Visitor, today: Day, clock: time_machine.Traveller) -> None:
    crowd(*MANY)
    mine = visitor_of(make_player())
    path = f"/days/{TODAY}"
    assert queries(visitor, path) == 3  # the day; the one before it; its board
    assert queries(mine, path) == 5  # the player; my game
    clock.move_to(CLOSES)
    close_due_days()
    assert queries(visitor, path) == 3
    assert queries(mine, path) == 5


def test_a_player(visitor: Visitor, today: Day) -> None:
    anna = make_player()
    assert queries(visitor, f"/players/{anna.pk}") == 3  # the player; places; the excused days
    for number in range(20):
        finish(anna, TODAY - number * ONE_DAY, 250)
    assert queries(visitor, f"/players/{anna.pk}") == 3
    assert queries(visitor, f"/players/{make_player(claimed=False).pk}") == 1


def test_the_end_of_a_game(owner: Person, today: Day) -> None:
    crowd(*MANY)
    game = owner.play_rows(owner.start_daily())
    visitor, path = Visitor(owner), f"/games/{game['id']}"
    # The player; the game with its day; the challenge that it counts for, and those made of it;
    # the excused days; my games, the excused days; all boards.
    assert queries(visitor, path) == 8
    # Of who is listed no games are needed.
    assert queries(Visitor(listed(owner)), path) == 6
