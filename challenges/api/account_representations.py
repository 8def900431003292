"""What answers about accounts look like in JSON."""

import datetime
from typing import Any

from django.contrib.admin.models import ADDITION, CHANGE, DELETION, LogEntry

from challenges.api.representations import Json, game_summary_json, moment_json, profile_json
from challenges.api.review_representations import exported_review_json
from challenges.engine.moves import move_to_json
from challenges.models import Device, Irregularity, Report, Review
from challenges.services.accounts.exports import Export, ExportedGame

ACTIONS = {ADDITION: "addition", CHANGE: "change", DELETION: "deletion"}


def device_json(device: Device, this_one: Device | None) -> Json:
    return {
        "id": str(device.pk),
        **_device_head(device),
        "is_this_one": this_one is not None and device.pk == this_one.pk,
    }


def _device_head(device: Device) -> Json:
    return {
        "name": device.name,
        "kind": "browser" if device.is_browser else "app",
        "signed_in_at": moment_json(device.signed_in_at),
        "last_used_on": device.last_used_on.isoformat(),
    }


def export_json(export: Export, moment: datetime.datetime) -> Json:
    player = export.player
    return {
        "exported_at": moment_json(moment),
        "player": profile_json(player, moment, waiting_email=export.waiting_email),
        "account": {
            "last_signed_in_at": moment_json(player.last_login),
            "hidden_at": moment_json(player.hidden_at),
            "unlisted_at": moment_json(player.unlisted_at),
            "chosen_die": player.die,
            "earliest_today": player.earliest_today and player.earliest_today.isoformat(),
        },
        "emails": [
            {"email": email, "confirmed": email == player.email}
            for email in (player.email, export.waiting_email)
            if email
        ],
        "devices": [_device_head(device) for device in export.devices],
        "games": [_exported_game(game, moment) for game in export.games],
        "reports_made": [_report_json(report) for report in export.reports],
        "done_by_operators": [_entry_json(entry) for entry in export.entries],
        "irregularities": [_irregularity_json(found) for found in export.irregularities],
        "more": export.others,
    }


def _exported_game(game: ExportedGame, moment: datetime.datetime) -> Json:
    throws: list[dict[str, Any]] | None = None
    if game.throws is not None:
        throws = [
            {"turn": throw.turn, "throw": throw.throw, "dice": list(throw.dice)}
            for throw in game.throws
        ]
    row: Review | None = getattr(game.row, "review", None)
    return {
        **game_summary_json(game.row, moment),
        "moves": [move_to_json(move) for move in game.moves],
        "throws": throws,
        "record": game.record,
        "review": exported_review_json(row, game.review, game.throws) if row else None,
        "opponent_moves": [move_to_json(move) for move in game.opponent_moves],
    }


def _report_json(report: Report) -> Json:
    return {
        "player": str(report.player_id),
        "name": report.name,
        "reported_at": moment_json(report.reported_at),
    }


def _entry_json(entry: LogEntry) -> Json:
    """Not which operator it was."""
    return {
        "action": ACTIONS[entry.action_flag],
        "done_at": moment_json(entry.action_time),
        "text": entry.get_change_message(),
    }


def _irregularity_json(found: Irregularity) -> Json:
    return {
        "kind": found.kind,
        "since": found.since.isoformat(),
        "until": found.until.isoformat(),
        "games": found.games,
        "accuracy": found.accuracy,
        "loss": found.loss,
        "excess": found.excess,
        "deviations": found.deviations,
        "noticed_at": moment_json(found.noticed_at),
        "handled_at": moment_json(found.handled_at),
    }
