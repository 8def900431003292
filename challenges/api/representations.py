"""What answers look like in JSON, as plain dictionaries; api/serializers.py describes them."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.utils.encoding import force_str

from challenges.engine import game as engine
from challenges.engine.dice import Seed, daily_label
from challenges.engine.moves import move_to_json
from challenges.engine.proof import Throw
from challenges.engine.record import Record
from challenges.engine.sheets import SHEETS, HouseRules, Sheet, options, sheet_for
from challenges.models import Day, Game, Player, Report
from challenges.services.days import today_of
from challenges.services.games import DAILY_RULES
from challenges.services.looks import look_among, looks_for
from challenges.services.perfect_play.hints import Hint
from challenges.services.perfect_play.look_backs import (
    DayLookedBackAt,
    ShownGame,
    look_back_of,
)
from challenges.services.perfect_play.opponents import SeenTurn, last_turn
from challenges.services.proofs import Proof
from challenges.services.rulebook import SHEET_NAMES, SHEET_TEXTS, rows_of
from challenges.services.states import GameState
from challenges.strategy.advice import Option, flags_of

Json = dict[str, Any]

DIGITS = 3
"""After the point, of expected totals: as exact as a table is."""


def moment_json(moment: datetime.datetime | None) -> str | None:
    """RFC 3339 in UTC."""
    return moment.astimezone(datetime.UTC).isoformat().replace("+00:00", "Z") if moment else None


# --- Games -----------------------------------------------------------------------------------


def game_json(state: GameState) -> Json:
    """The whole game, for its player."""
    row, play = state.row, state.play
    is_playing = state.status == Game.Status.PLAYING
    choices = play.choices if is_playing else {}
    return {
        **_game_head(row, state.status),
        "turn": play.turn,
        "turns": play.turns,
        "throw": play.throw,
        "throws_left": play.throws_left if is_playing else 0,
        "saved_throws": play.saved_throws,
        "dice": list(play.dice),
        **written_json(state),
        "choices": {code: placement.points for code, placement in choices.items()},
        "choices_extra": max((placement.extra for placement in choices.values()), default=0),
        "total": play.total,
        "commitment": row.commitment,
        "opponent": opponent_json(row, state.opponent) if state.opponent else None,
        **_game_times(row),
    }


def opponent_json(row: Game, play: engine.Game) -> Json:
    """What the computer has written, and its last turn."""
    turn = last_turn(play)
    return {
        **_opponent_head(row),
        **_sheet_json(play),
        "last_turn": _turn_json(turn) if turn else None,
    }


def _turn_json(turn: SeenTurn) -> Json:
    return {
        "turn": turn.turn,
        "throws": [
            {"dice": list(throw.dice), "keep": _flags_json(throw.kept)} for throw in turn.throws
        ],
        "row": turn.row,
        "points": turn.points,
        "extra": turn.extra,
    }


def _flags_json(kept: tuple[bool, ...] | None) -> list[bool] | None:
    return None if kept is None else list(kept)


def written_json(state: GameState) -> Json:
    """What stands on the sheet."""
    return _sheet_json(state.play)


def _sheet_json(play: engine.Game) -> Json:
    bonus = play.sheet.upper_bonus
    return {
        "sheet": {line.code: play.filled.get(line.code) for line in play.sheet.rows},
        "upper": {
            "sum": play.upper_sum,
            "target": bonus.threshold if bonus else None,
            "bonus": play.upper_bonus,
        },
        "extra_bonus": play.extra_bonus,
    }


def game_summary_json(row: Game, moment: datetime.datetime) -> Json:
    """A line of a list, without a replay."""
    return {
        **_game_head(row, row.status_at(moment)),
        "total": row.total,
        "opponent": _opponent_head(row) if row.opponent else None,
        **_game_times(row),
    }


def _game_head(row: Game, status: str) -> Json:
    return {
        "id": str(row.pk),
        "rules": row.rules,
        "house_rules": row.house_rules,
        "mode": row.mode,
        "day": row.day_id.isoformat() if row.day_id else None,
        "ranked": row.is_ranked,
        "status": str(status),
        "ply": row.ply,
    }


def _opponent_head(row: Game) -> Json:
    return {"level": row.opponent, "total": row.opponent_total}


def _game_times(row: Game) -> Json:
    return {
        "started_at": moment_json(row.started_at),
        "finished_at": moment_json(row.finished_at),
    }


def hint_json(hint: Hint) -> Json:
    options = [_option_json(hint, option) for option in hint.options]
    return {
        "ply": hint.state.play.ply,
        "expected": round(hint.expected, DIGITS),
        "best": options[0],
        "options": options,
    }


def _option_json(hint: Hint, option: Option) -> Json:
    kept = option.kept
    return {
        "keep": list(flags_of(hint.state.play.dice, kept)) if kept is not None else None,
        "row": option.row,
        "worth": round(hint.expected_with(option), DIGITS),
        "loss": 0.0 if option.is_best else round(option.loss, DIGITS),
    }


def proof_json(proof: Proof) -> Json:
    """All that `manage.py check_proof` and a reader's own script need."""
    row, play = proof.state.row, proof.state.play
    house_rules = HouseRules.from_json(row.rules, row.house_rules)
    return {
        "id": str(row.pk),
        "rules": row.rules,
        "house_rules": row.house_rules,
        "seed_label": row.seed_label,
        "seed": proof.seed.hex(),
        "commitment": row.commitment,
        "moves": [move_to_json(move) for move in play.moves],
        "throws": _throws_json(proof.throws),
        "sheet": {line.code: play.filled.get(line.code) for line in play.sheet.rows},
        "total": play.total,
        "record": Record(row.rules, house_rules, proof.seed, play.moves).to_text(),
    }


def _throws_json(throws: Iterable[Throw]) -> list[Json]:
    return [
        {"turn": throw.turn, "throw": throw.throw, "dice": list(throw.dice)} for throw in throws
    ]


# --- Days ------------------------------------------------------------------------------------


def day_json(day: Day, moment: datetime.datetime, *, my_game: Game | None) -> Json:
    return {
        "date": day.date.isoformat(),
        "status": day.status_at(moment),
        "rules": DAILY_RULES,
        "house_rules": {},
        "opens_at": moment_json(day.opens_at),
        "closes_at": moment_json(day.closes_at),
        "closed_at": moment_json(day.closed_at),
        "commitment": day.commitment,
        "seed": day.seed,
        "excused": day.is_excused,
        "my_game": game_summary_json(my_game, moment) if my_game else None,
        "look_back": _look_back_json(day),
    }


def _look_back_json(day: Day) -> Json | None:
    """Of a day read together with it."""
    found = look_back_of(day)
    return {"par": found.par, "ceiling": found.ceiling} if found else None


def look_back_json(found: DayLookedBackAt) -> Json:
    """Both games whole, so that anybody can play them over."""
    label = daily_label(found.day.date)
    return {
        "date": found.day.date.isoformat(),
        "rules": DAILY_RULES,
        "house_rules": {},
        "seed_label": label,
        "seed": found.seed.hex(),
        "commitment": found.day.commitment,
        "start": found.start,
        "par": {**_shown_game_json(found.par, found.seed), "luck": found.luck},
        "ceiling": _shown_game_json(found.ceiling, found.seed),
    }


def _shown_game_json(game: ShownGame, seed: Seed) -> Json:
    play = game.play
    return {
        "moves": [move_to_json(move) for move in play.moves],
        "throws": _throws_json(game.throws),
        **_sheet_json(play),
        "total": play.total,
        "record": Record(DAILY_RULES, HouseRules(), seed, play.moves).to_text(),
    }


def commitment_json(day: Day) -> Json:
    return {
        "position": day.position,
        "date": day.date.isoformat(),
        "commitment": day.commitment,
        "chain_hash": day.chain_hash,
    }


# --- Players ---------------------------------------------------------------------------------


def player_json(player: Player) -> Json:
    """What anybody may know."""
    return {"id": str(player.pk), "name": player.name, "country": player.country or None}


def profile_json(
    player: Player, moment: datetime.datetime, *, waiting_email: str | None = None
) -> Json:
    """What the player sees of itself; one query at most, for the dice."""
    looks = looks_for(player, moment)
    return {
        **player_json(player),
        "language": player.language,
        "time_zone": player.time_zone,
        "today": today_of(player, moment).isoformat(),
        "is_guest": player.is_guest,
        "email": player.email,
        "email_pending": waiting_email,
        "claimed_at": moment_json(player.claimed_at),
        "listed": player.is_listed,
        "unlisted": player.is_unlisted,
        "die": look_among(player, looks).value,
        "dice_available": [look.value for look in looks],
        "joined_at": moment_json(player.joined_at),
    }


def report_json(report: Report) -> Json:
    """For the player who made it."""
    return {
        "player": str(report.player_id),
        "name": report.name,
        "reported_at": moment_json(report.reported_at),
    }


# --- Rules -----------------------------------------------------------------------------------


def sheet_json(code: str) -> Json:
    """The printed sheet, its rows with an example each, and the house rules it offers."""
    sheet = sheet_for(code, HouseRules())
    return {
        **sheet_summary_json(SHEETS[code]),
        "rows": [
            {
                "code": row.code,
                "section": row.section,
                "name": force_str(row.name),
                "text": force_str(row.text),
                "example": {"dice": list(row.example), "points": row.points},
            }
            for row in rows_of(sheet)
        ],
        "house_rules": {name: list(values) for name, values in options(code).items()},
    }


def sheet_summary_json(sheet: Sheet) -> Json:
    bonus = sheet.upper_bonus
    return {
        "code": sheet.code,
        "name": force_str(SHEET_NAMES[sheet.code]),
        "text": force_str(SHEET_TEXTS[sheet.code]),
        "dice": sheet.dice,
        "turns": sheet.turns,
        "upper_bonus": {"points": bonus.points, "target": bonus.threshold} if bonus else None,
    }
