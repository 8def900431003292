"""Words that belong to pages alone, and those that their scripts say."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from challenges.engine.sheets import OptionValue, Sheet
from challenges.models import Game, Player
from challenges.services.perfect_play.problems import StrategyNotReady
from challenges.services.rulebook import ROW_NAMES
from config.errors import Problem

# In the order in which they are offered.
HOUSE_RULES: dict[str, tuple[Promise, Promise]] = {
    "forced_order": (
        gettext_lazy("Forced order"),
        gettext_lazy("The rows are filled from top to bottom."),
    ),
    "saved_throws": (
        gettext_lazy("Saved throws"),
        gettext_lazy("A throw you do not use can be spent as a 4th or 5th throw later."),
    ),
    "extra_yatzy": (
        gettext_lazy("Further yatzys"),
        gettext_lazy("Once the yatzy row holds 50, every further one pays 100 on top."),
    ),
    "upper_bonus": (
        gettext_lazy("Upper bonus"),
        gettext_lazy("100 points from 84 on, or 50 points from 75 on."),
    ),
    "full_straight": (
        gettext_lazy("Full straight"),
        gettext_lazy("1-2-3-4-5-6 pays 21, 25 or 30 points."),
    ),
}

LOOKS: dict[Player.Die, Promise] = {
    Player.Die.PLAIN: gettext_lazy("Ivory"),
    Player.Die.CHRISTMAS: gettext_lazy("Christmas red"),
}


class LevelTexts(NamedTuple):
    name: Promise
    text: Promise


LEVELS: dict[Game.Opponent, LevelTexts] = {
    Game.Opponent.EASY: LevelTexts(
        gettext_lazy("Easy"),
        gettext_lazy("Plays as most people do at the kitchen table: for fun, and by feel."),
    ),
    Game.Opponent.MEDIUM: LevelTexts(
        gettext_lazy("Medium"),
        gettext_lazy("Makes the most of every turn, and never thinks of the next one."),
    ),
    Game.Opponent.HARD: LevelTexts(
        gettext_lazy("Hard"),
        gettext_lazy("Knows what each row is good for, and spends none below its worth."),
    ),
    Game.Opponent.EXPERT: LevelTexts(
        gettext_lazy("Expert"),
        gettext_lazy("Has computed every position there is. Only luck beats it."),
    ),
}


def words_of(problem: Problem) -> str:
    """What a page says of a refusal: how far a table is says nothing without what that is for."""
    if isinstance(problem, StrategyNotReady):
        return f"{problem.title}. {problem.detail}"
    return problem.detail


def house_rule_label(name: str, value: OptionValue) -> str:
    label = str(HOUSE_RULES[name][0])
    return label if value is True else f"{label} {value}"


def throw_label(count: int) -> str:
    """What the button says when so many dice would be thrown."""
    return ngettext("Throw %(count)d die", "Throw %(count)d dice", count) % {"count": count}


def throws_left_label(count: int) -> str:
    return ngettext("%(count)d throw left", "%(count)d throws left", count) % {"count": count}


def pace_label(pace: int) -> str:
    """How far the upper rows are from the bonus, if the free ones bring what is usual."""
    if pace == 0:
        return _("on pace")
    return (_("%(points)d ahead") if pace > 0 else _("%(points)d behind")) % {"points": abs(pace)}


def bonus_label(*, is_held: bool) -> str:
    return _("Bonus reached") if is_held else _("Bonus missed")


# --- Against the computer --------------------------------------------------------------------


def lead_label(lead: int) -> str:
    """How far the player is ahead of the computer."""
    if lead == 0:
        return _("level")
    text = (
        pgettext("of the computer", "%(points)d ahead")
        if lead > 0
        else pgettext("of the computer", "%(points)d behind")
    )
    return text % {"points": abs(lead)}


def verdict_label(lead: int) -> str:
    """How a game against the computer ended."""
    if lead == 0:
        return _("A tie")
    text = (
        ngettext("You won by %(points)d point", "You won by %(points)d points", lead)
        if lead > 0
        else ngettext(
            "The computer won by %(points)d point", "The computer won by %(points)d points", -lead
        )
    )
    return text % {"points": abs(lead)}


def seen_turn_label(turn: int, row: str, points: int) -> str:
    """What the computer did."""
    return duel_texts()["seenTurn"].format(turn=turn, row=row, points=points)


# --- Hints -----------------------------------------------------------------------------------


def hint_label(*, kept: Sequence[int] = (), row: str = "", points: int = 0) -> str:
    """What a hint says to do: a row to write, else the faces to keep."""
    texts = hint_texts()
    if row:
        return (texts["hintWrite"] if points else texts["hintScratch"]).format(row=row)
    if not kept:
        return texts["hintThrowAll"]
    return texts["hintKeep"].format(dice=", ".join(map(str, kept)))


def loss_label(loss: float) -> str:
    """What a move loses against the best one."""
    if loss == 0:
        return hint_texts()["hintEqual"]
    return f"−{number_format(max(loss, LEAST_LOSS), decimal_pos=2)}"


LEAST_LOSS = 0.01
"""Points that are shown of a loss: less looks like none."""


def hint_texts() -> dict[str, str]:
    return {
        "hint": _("Hint"),
        "hintWhy": _("Why?"),
        "hintClose": _("Close"),
        "hintKeep": _("Keep {dice}"),
        "hintThrowAll": _("Throw all dice again"),
        "hintWrite": _("Write {row}"),
        "hintScratch": _("Scratch {row}"),
        "hintExpected": _("Expected total: {points}"),
        "hintEqual": _("just as good"),
        "hinted": _("Hint: {move}."),
        "hintFailed": _("The hint could not be loaded. Try again."),
    }


def duel_texts() -> dict[str, str]:
    return {
        "level": lead_label(0),
        "leads": pgettext("of the computer", "{points} ahead"),
        "trails": pgettext("of the computer", "{points} behind"),
        "seenTurn": _("Turn {turn}: {row}, {points}"),
        "dieKept": _("{face} kept"),
        "computer": _("The computer: {row}, {points}. Total {total}."),
        "computerWaits": _(
            "The computer cannot answer yet: its table is being computed."
            " Your move is kept on this device and sent again by itself."
        ),
    }


# --- Scripts ---------------------------------------------------------------------------------


def game_texts(sheet: Sheet) -> dict[str, Any]:
    """What the script of a game says; `{name}` stands for what it fills in."""
    counts = range(sheet.dice + 1)
    return {
        "throw": [throw_label(count) for count in counts],
        "throwsLeft": [throws_left_label(count) for count in range(sheet.most_throws + 1)],
        "rows": {row.code: str(ROW_NAMES[row.code]) for row in sheet.rows},
        "score": _("Score · {row} {points}"),
        "scratch": _("Scratch · {row}"),
        "chooseRow": _("Choose a row"),
        "allKept": _("Let a die go, or choose a row"),
        "die": _("Die {number}: {face}"),
        "turn": _("Turn {turn} of {turns}"),
        "onPace": pace_label(0),
        "ahead": _("{points} ahead"),
        "behind": _("{points} behind"),
        "bonusHeld": bonus_label(is_held=True),
        "bonusMissed": bonus_label(is_held=False),
        "thrown": _("Thrown: {dice}. {left}."),
        "written": _("{row}: {points}. Total {total}."),
        "newTurn": _("Turn {turn} of {turns}: {dice}."),
        "kept": _("Die {number}, a {face}, is kept."),
        "letGo": _("Die {number}, a {face}, is let go."),
        "sending": _("Sending …"),
        "sent": _("Saved"),
        "waiting": _(
            "No connection. Your move is kept on this device and sent as soon as possible."
        ),
        "elsewhere": _("This game went on in another window or on another device."),
        "signedOut": _("This page is no longer signed in. Load it again; your game is safe."),
        **hint_texts(),
        **duel_texts(),
    }


def proof_texts() -> dict[str, str]:
    """What the script of a proof says."""
    return {
        "computing": _("Your browser is computing every throw again …"),
        "right": _("Your browser computed every throw again, and all of it fits."),
        "wrong": _("Something does not fit. The marks below say what."),
        "insecure": _("Your browser computes this only where the connection is secure."),
        "unreachable": _("The proof could not be loaded. Try again later."),
        "fits": _("fits"),
        "differs": _("does not fit"),
    }
