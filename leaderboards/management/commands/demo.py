import datetime
import random
import time
from collections.abc import Iterator
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from challenges.engine.sheets import HouseRules
from challenges.models import Player
from challenges.querysets import days
from challenges.services.accounts.emails import (
    confirm_email,
    confirmation_key,
    let_wait,
    owner_of,
)
from challenges.services.days import ONE_DAY, earliest_open_date, make_days, window_of
from challenges.services.games import (
    DAILY_RULES,
    make_moves,
    start_computer_game,
    start_daily_game,
)
from challenges.services.perfect_play.look_backs import daily_sheet
from challenges.services.perfect_play.looking_back import look_back
from challenges.services.perfect_play.tables import has_table
from challenges.services.sign_up import sign_up_guest
from challenges.strategy.opponents import Level
from config import clock
from config.errors import Problem
from leaderboards.management.commands._bots import Bot, make_bot, play_to_the_end
from leaderboards.services.closing import close_day, close_due_days

GIVES_UP = 0.03  # how many of the games are left unfinished
MINUTES_A_GAME = 8
PAUSE = 0.15  # seconds between days: on SQLite who waits to write looks again ten times a second
LEVELS = (Level.EASY, Level.MEDIUM, Level.HARD)


class Command(BaseCommand):
    help = (
        "Fill the database of a development service with bot players and weeks of real games, "
        "played through the services, so that there is something to see. Run again, it goes on "
        "where it stopped."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--players", type=int, default=100)
        parser.add_argument("--days", type=int, default=40)
        parser.add_argument("--review-seconds", type=float, default=30.0)

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEVELOPMENT:
            raise CommandError("This fills a database with bots: it is for DEVELOPMENT=1 only.")
        moment = clock.now()
        today = earliest_open_date(moment)
        first = today - options["days"] * ONE_DAY
        bots = [_sign_up(number, window_of(first)[0]) for number in range(options["players"])]
        self.stdout.write(f"{len(bots)} players signed up.")
        games = 0
        dates = [first + number * ONE_DAY for number in range(options["days"] + 2)]
        for number, date in enumerate(dates, start=1):
            played = _live_through(date, bots, until=moment)
            games += played
            self.stdout.write(f"{date}  {played:3} games  {number}/{len(dates)} days")
            time.sleep(PAUSE)
        close_due_days()
        duels = sum(_play_the_computer(number, *bots[number]) for number in range(len(bots)))
        self.stdout.write(f"{duels} games played against the computer.")
        self._look_back(options["review_seconds"])
        self.stdout.write(self.style.SUCCESS(f"{games} games played on {len(dates)} days."))

    def _look_back(self, seconds: float) -> None:
        """The newest days, as long as it may take; the job of a running service does the rest."""
        if not has_table(daily_sheet()):
            self.stdout.write("Reviews and the board of skill follow: maxi is not solved yet.")
            return
        done = look_back(seconds=seconds)
        self.stdout.write(f"{len(done.days)} days looked back at, {done.reviews} games reviewed.")


def _sign_up(number: int, moment: datetime.datetime) -> tuple[Player, Bot]:
    """A bot and its claimed account, which it already has when the command runs again."""
    bot = make_bot(random.Random(number))  # noqa: S311 (a bot, no secret)
    email = f"bot-{number}@demo.invalid"
    player = owner_of(email)
    if player is None:
        with clock.at(moment):
            player, _ = sign_up_guest(address=f"demo-{number}", time_zone=bot.zone)
            with transaction.atomic():
                let_wait(player, email)
            player = confirm_email(key=confirmation_key(player, email))
    return player, bot


def _live_through(
    date: datetime.date, bots: list[tuple[Player, Bot]], until: datetime.datetime
) -> int:
    """All of a day at once: a running service closes each day that it sees and that has ended."""
    opens_at, closes_at = window_of(date)
    with transaction.atomic():
        with clock.at(min(opens_at, until)):
            make_days(ahead=0)
        if days().closed().filter(date=date).exists():
            return 0  # by an earlier run
        sittings = sorted(_sittings(date, bots, until), key=lambda sitting: sitting[0])
        for moment, player, bot, chance in sittings:
            _play(date, moment, player, bot, chance)
        with clock.at(min(closes_at, until)):
            close_day(date=date)
    return len(sittings)


def _sittings(
    date: datetime.date, bots: list[tuple[Player, Bot]], until: datetime.datetime
) -> Iterator[tuple[datetime.datetime, Player, Bot, random.Random]]:
    """Who sits down to play on a date, and when: in the bot's own daytime."""
    for number, (player, bot) in enumerate(bots):
        chance = random.Random(f"{date} {number}")  # noqa: S311
        local = datetime.time(chance.randint(6, 22), chance.randint(0, 59))
        moment = datetime.datetime.combine(date, local, tzinfo=ZoneInfo(bot.zone))
        if chance.random() < bot.diligence and moment < until:
            yield moment.astimezone(datetime.UTC), player, bot, chance


def _play(
    date: datetime.date, moment: datetime.datetime, player: Player, bot: Bot, chance: random.Random
) -> None:
    try:
        with clock.at(moment):
            started = start_daily_game(player=player, date=date)
        if not started.created:
            return  # of an earlier run; one that was left unfinished stays so
        state = started.state
        moves = play_to_the_end(state.play, bot, chance)
        if chance.random() < GIVES_UP:
            moves = moves[: len(moves) // 2]
        with clock.at(moment + datetime.timedelta(minutes=MINUTES_A_GAME)):
            make_moves(player=player, game_id=state.row.pk, ply=state.row.ply, moves=moves)
    except Problem as problem:
        raise CommandError(f"{player} could not play on {date}: {problem.detail}") from problem


def _play_the_computer(number: int, player: Player, bot: Bot) -> bool:
    """A game against a level that needs no table; False where it was played by an earlier run."""
    level = LEVELS[number % len(LEVELS)]
    started = start_computer_game(
        player=player,
        opponent=level,
        rules=DAILY_RULES,
        house_rules=HouseRules(),
        key=f"demo-{number}",
    )
    if not started.created:
        return False
    state = started.state
    moves = play_to_the_end(state.play, bot, random.Random(number))  # noqa: S311
    make_moves(player=player, game_id=state.row.pk, ply=state.row.ply, moves=moves)
    return True
