"""Devices: the apps that hold a token, and the browsers with a session."""

import datetime
import uuid

from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.cached_db import SessionStore
from django.contrib.sessions.models import Session
from knox.models import AuthToken

from challenges.models import Device, Player
from challenges.querysets import devices
from challenges.services.accounts.guests import check_may_leave
from config import clock
from config.errors import NotFound

RECENT = datetime.timedelta(minutes=10)
MARK = "device"
"""In a session: the date and the key under which its device was last noted."""


def devices_of(player: Player) -> list[Device]:
    return list(devices().of(player).signed_in(clock.now()))


def device_of_session(player: Player, session_key: str | None) -> Device | None:
    if session_key is None:
        return None
    return devices().of(player).filter(session_key=session_key).first()


def has_just_signed_in(device: Device | None) -> bool:
    return device is not None and clock.now() - device.signed_in_at < RECENT


# --- Noting use ------------------------------------------------------------------------------


def note_use(device: Device, moment: datetime.datetime) -> None:
    """Once a day; more than the date is not kept."""
    today = moment.astimezone(datetime.UTC).date()
    if device.last_used_on < today:
        Device.objects.filter(pk=device.pk, last_used_on__lt=today).update(last_used_on=today)


def note_session(*, player_id: uuid.UUID, session: SessionBase, name: str) -> None:
    """Keep the device of a browser's session up to date, once a day and when its key changes.

    A session that only a cache still holds has been ended, and ends here.
    """
    today = clock.now().astimezone(datetime.UTC).date()
    mark = [today.isoformat(), session.session_key]
    if session.get(MARK) == mark:
        return
    if not Session.objects.filter(pk=session.session_key).exists():
        session.flush()
        return
    _, old_key = session.get(MARK, [None, None])
    session[MARK] = mark
    if old_key and old_key != session.session_key:
        moved = Device.objects.filter(session_key=old_key, player_id=player_id)
        moved.update(session_key=session.session_key)
    _keep(player_id, session.session_key, name, {"last_used_on": today})


def begin_session(*, player: Player, session: SessionBase, name: str) -> None:
    """After a sign-in; the session may be so new that it has no key yet."""
    if session.session_key is None:
        session.save()
    moment = clock.now()
    today = moment.astimezone(datetime.UTC).date()
    session[MARK] = [today.isoformat(), session.session_key]
    changes = {"last_used_on": today, "signed_in_at": moment, "name": name, "player_id": player.pk}
    _keep(player.pk, session.session_key, name, changes)


def _keep(
    player_id: uuid.UUID, session_key: str | None, name: str, changes: dict[str, object]
) -> None:
    new = {"player_id": player_id, "name": name, "signed_in_at": clock.now(), **changes}
    Device.objects.update_or_create(session_key=session_key, defaults=changes, create_defaults=new)


# --- Ending ----------------------------------------------------------------------------------


def end_device(*, player: Player, device_id: uuid.UUID) -> None:
    """Sign a device out. Raises NotFound, and GuestLeftBehind for the last one of a guest."""
    found = {device.pk: device for device in devices_of(player)}
    device = found.pop(device_id, None)
    if device is None:
        raise NotFound
    if not found:
        check_may_leave(player)
    _end(device)


def sign_out(*, player: Player, device: Device | None, leave_guest: bool) -> None:
    """Of this device. Raises GuestLeftBehind for a guest with games who does not say so."""
    if not leave_guest:
        check_may_leave(player)
    if device is not None:
        _end(device)


def end_devices(player: Player, keep: Device | None = None) -> None:
    """All but one, inside a transaction that begins a new generation of sessions.

    That ends also those sessions that a cache may still hold.
    """
    ending = devices().of(player)
    tokens = AuthToken.objects.filter(user=player)
    if keep is not None:
        ending, tokens = ending.exclude(pk=keep.pk), tokens.exclude(pk=keep.token_id or "")
    keys = list(ending.browsers().values_list("session_key", flat=True))
    Session.objects.filter(pk__in=keys).delete()
    tokens.delete()
    ending.delete()


def _end(device: Device) -> None:
    if device.session_key is not None:
        SessionStore(device.session_key).delete(device.session_key)
        device.delete()
    else:
        AuthToken.objects.filter(pk=device.token_id).delete()


def forget_browsers() -> None:
    """Drop the devices whose session is over."""
    devices().signed_out(clock.now()).delete()


def forget_sessions() -> None:
    """Drop the browser sessions that have expired."""
    SessionStore.clear_expired()
