"""Looking back at closed days: what their dice were worth, and a review of every game that counts.

What is due follows from the rows: a closed day without a look back, and a look back that is not
through its games. The newest day comes first, so a backlog of old ones keeps nobody waiting; what
everybody sees of a day, par and ceiling, comes before the reviews of any.
"""

import datetime
import logging
import time
import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache

from django.db import IntegrityError, transaction

from challenges.engine import game as engine
from challenges.engine.dice import DiceStream, Seed, ThrowSource, daily_label
from challenges.engine.record import moves_from_text, moves_to_text
from challenges.engine.sheets import Sheet
from challenges.models import Day, Game, LookBack
from challenges.querysets import GameQuerySet, days, games, look_backs
from challenges.services.perfect_play.fair_play import notice
from challenges.services.perfect_play.look_backs import daily_sheet, make_reviews_due
from challenges.services.perfect_play.problems import StrategyNotReady
from challenges.services.perfect_play.reviews import keep_figures
from challenges.services.perfect_play.tables import Values, values_of
from challenges.services.problems import DayNotClosed
from challenges.services.seeds import seed_of_day, seed_of_game
from challenges.services.states import sheet_of
from challenges.strategy.ceiling import ceiling
from challenges.strategy.opponents import Level, play_turn
from challenges.strategy.review import Figures
from config import clock
from config.errors import NotFound

logger = logging.getLogger(__name__)

REVIEWS_AT_ONCE = 100

CLAIM = datetime.timedelta(minutes=1)
"""Many times what a piece takes, and more than compiling before the first one. A day whose worker
was killed waits for so long."""

MustStop = Callable[[], bool]


@dataclass(slots=True)
class Done:
    days: list[datetime.date] = field(default_factory=list)
    """Looked back at by this run."""
    reviews: int = 0
    """Kept by this run."""


# --- The job ---------------------------------------------------------------------------------


def look_back(*, seconds: float) -> Done:
    """Do what is due for so long; the next run goes on there.

    Safe to run twice, at once and late, and to be killed: both compute the same, a day's games are
    reviewed by one at a time, and each piece of them is stored at once. Without the table of the
    days' sheet there is nothing that could be done. A day that fails keeps no other from being
    done: what failed is raised at the end.
    """
    until = time.monotonic() + seconds

    def must_stop() -> bool:
        return time.monotonic() > until

    done = Done()
    missing, to_review = _due()
    if not (missing or to_review):
        return done
    try:
        values = values_of(daily_sheet())
    except StrategyNotReady:
        return done
    failures = _each(missing, lambda date: _look_back_at(date, values, done), must_stop)
    to_review = sorted({*to_review, *done.days}, reverse=True)
    failures += _each(to_review, lambda date: _review(date, values, done, must_stop), must_stop)
    if failures:
        raise ExceptionGroup(f"{len(failures)} days could not be looked back at", failures)
    return done


def look_back_at(*, date: datetime.date) -> Done:
    """The same for one day alone and to its end, from its first game on, whoever is at it now.

    Raises NotFound, DayNotClosed, DiceUnavailable or StrategyNotReady.
    """
    day = days().filter(date=date).first()
    if day is None:
        raise NotFound
    if day.seed is None:
        raise DayNotClosed(date)
    values, done = values_of(daily_sheet()), Done()
    _look_back_at(date, values, done)
    make_reviews_due(date=date)
    _review(date, values, done, lambda: False)
    return done


def _due() -> tuple[list[datetime.date], list[datetime.date]]:
    """The days without a look back, and those to be reviewed."""
    to_review = look_backs().to_review().unclaimed(clock.now())
    return (
        list(days().to_look_back_at().values_list("date", flat=True)),
        list(to_review.values_list("day", flat=True)),
    )


def _each(
    dates: Iterable[datetime.date], do: Callable[[datetime.date], None], must_stop: MustStop
) -> list[Exception]:
    failures: list[Exception] = []
    for date in dates:
        if must_stop():
            break
        try:
            do(date)
        except Exception as error:
            # Whatever it is, it must not keep the other days from being done: raised in the end.
            logger.exception("day %s could not be looked back at", date)
            failures.append(error)
    return failures


# --- What a day's dice were worth ------------------------------------------------------------


def _look_back_at(date: datetime.date, values: Values, done: Done) -> None:
    """Nothing where somebody has done it."""
    day = days().closed().filter(date=date, look_back__isnull=True).first()
    if day is None:
        return
    row = _computed(day, values)
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        if not look_backs().of(date).exists():
            raise
        return  # somebody else was at it at the same time, and has computed the same
    done.days.append(date)
    logger.info("day %s looked back at: %d of %d", date, row.par, row.ceiling)


def _computed(day: Day, values: Values) -> LookBack:
    """Raises DiceUnavailable."""
    sheet = daily_sheet()
    stream = DiceStream(seed_of_day(day, daily_label(day.date)), sheet.dice)
    par = _expert_game(sheet, stream, values)
    best = engine.replay(sheet, stream, ceiling(sheet, stream))
    return LookBack(
        day=day,
        par=par.total,
        par_moves=moves_to_text(par.moves),
        ceiling=best.total,
        ceiling_moves=moves_to_text(best.moves),
        start=float(values[0]),
    )


def _expert_game(sheet: Sheet, stream: DiceStream, values: Values) -> engine.Game:
    game = engine.Game.start(sheet, stream)
    while not game.outcome:
        game = play_turn(Level.EXPERT, game, values)
    return game


# --- Reviews ---------------------------------------------------------------------------------


def _review(date: datetime.date, values: Values, done: Done, must_stop: MustStop) -> None:
    """Review games of a day that nobody else reviews just now, to its end or until it must stop."""
    claim = _claim(date)
    row = look_backs().of(date).first()
    if claim is None or row is None:
        return
    after = row.reviewed_after
    while not must_stop():
        found = _next_games(date, after)
        done.reviews += _keep_reviews(found, values)
        if len(found) < REVIEWS_AT_ONCE:
            notice(until=_latest_reviewed(date))
            _store(date, claim, claimed_until=None, reviewed_at=clock.now())
            return
        after, renewed = found[-1].pk, clock.now() + CLAIM
        if not _store(date, claim, claimed_until=renewed, reviewed_after=after):
            return
        claim = renewed
    _store(date, claim, claimed_until=None)


def _latest_reviewed(date: datetime.date) -> datetime.date:
    """Days of a backlog come after newer ones, which are to be looked through with them."""
    return max([date, *look_backs().reviewed().values_list("day", flat=True)[:1]])


def _claim(date: datetime.date) -> datetime.datetime | None:
    """Until when the day is this worker's alone; None where it is another one's."""
    moment = clock.now()
    free = look_backs().to_review().unclaimed(moment).filter(day=date)
    return moment + CLAIM if free.order_by().update(claimed_until=moment + CLAIM) else None


def _store(date: datetime.date, claim: datetime.datetime, **fields: object) -> bool:
    """False where the day is no longer this worker's: how far others came is theirs to say."""
    return bool(look_backs().of(date).filter(claimed_until=claim).update(**fields))


def _next_games(date: datetime.date, after: uuid.UUID | None) -> list[Game]:
    query: GameQuerySet = games().to_review(date)
    if after and (last := games().with_id(after).first()):
        query = query.after(last)
    return list(query[:REVIEWS_AT_ONCE])


def _keep_reviews(found: Iterable[Game], values: Values) -> int:
    """All of a piece at once: a game costs a seventh of what it would by itself."""
    plays = {game: play for game in found if (play := _play_of(game))}
    figures = _figures_of(plays, values)
    return keep_figures((game, plays[game].ply, of_game) for game, of_game in figures.items())


def _figures_of(plays: Mapping[Game, engine.Game], values: Values) -> dict[Game, Figures]:
    """Of each game for which they can be computed."""
    # Whoever only looks whether something is due needs no compiler.
    from challenges.strategy.figures import figures_of  # noqa: PLC0415

    try:
        return dict(zip(plays, figures_of(list(plays.values()), values), strict=True))
    except Exception as error:
        # Whatever it is, it must not keep other games from being reviewed.
        if len(plays) > 1:
            one_by_one = (_figures_of({game: play}, values) for game, play in plays.items())
            return {game: figures for one in one_by_one for game, figures in one.items()}
        for game in plays:
            logger.error("game %s cannot be reviewed: %s", game.pk, error)
        return {}


@lru_cache(maxsize=1)
def _thrown_once(seed: Seed, dice: int) -> ThrowSource:
    """All games of a day throw the same."""
    return cache(DiceStream(seed, dice))


def _play_of(game: Game) -> engine.Game | None:
    """None where there is nothing to review."""
    try:
        sheet, seed = sheet_of(game), seed_of_game(game)
        play = engine.replay(sheet, _thrown_once(seed, sheet.dice), moves_from_text(game.moves))
    except Exception as error:
        # Whatever the engine makes of it, it must not keep other games from being reviewed.
        logger.error("game %s cannot be reviewed: %s", game.pk, error)
        return None
    if play.sheet != daily_sheet() or not play.outcome:
        logger.error("game %s cannot be reviewed: it is no whole game of a day's sheet", game.pk)
        return None
    return play
