from typing import Any

from django.core.management.base import BaseCommand

from challenges.services.seeds import current_key_id, key_uses


class Command(BaseCommand):
    help = "Say which of the SEED_KEYS are still needed, by unpublished days and unfinished games."

    def handle(self, *args: Any, **options: Any) -> None:
        for use in key_uses():
            state = "current" if use.key_id == current_key_id() else "old"
            if not use.is_given:
                state = "MISSING from SEED_KEYS"
            needed = f"{use.days} days, {use.games} games"
            may_retire = "" if use.days or use.games or state == "current" else ", may be removed"
            self.stdout.write(f"{use.key_id}: {state}; needed by {needed}{may_retire}")
