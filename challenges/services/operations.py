"""What operators did, in Django's log: written with the change, or not at all."""

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Model, QuerySet

from challenges.models import Player

RENAMED = "Renamed"
"""What the message of a renaming begins with; the names follow."""


def record(*, operator: Player, subject: Model, message: str) -> None:
    """Inside the transaction of what it tells of, so that neither stands without the other."""
    with transaction.atomic():
        LogEntry.objects.create(
            user_id=operator.pk,
            content_type=ContentType.objects.get_for_model(subject),
            object_id=str(subject.pk),
            object_repr=str(subject)[:200],
            action_flag=CHANGE,
            change_message=message,
        )


def entries_about(subject: Model) -> QuerySet[LogEntry]:
    """What was done to it, the oldest first."""
    found: QuerySet[LogEntry] = LogEntry.objects.filter(
        content_type__app_label=subject._meta.app_label,
        content_type__model=subject._meta.model_name,
        object_id=str(subject.pk),
    )
    return found.order_by("action_time", "pk")


def forget_names(player: Player) -> None:
    """Of a player who is deleted: what was done to them stays, under which names does not."""
    entries = entries_about(player)
    entries.update(object_repr=str(player))
    entries.filter(change_message__startswith=RENAMED).update(change_message=f"{RENAMED}.")
