"""Refusals of what needs best play."""

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.errors import Problem


class StrategyNotReady(Problem):
    """The table of a sheet is still being solved; `progress` goes along."""

    status = 503
    code = "strategy_not_ready"
    title = gettext_lazy("The best moves are still being computed")

    def __init__(self, progress: dict[str, Any]) -> None:
        detail = _("%(percent)d%% of the work for this sheet is done. Try again in a minute.")
        super().__init__(
            detail % {"percent": int(100 * progress["share"])}, members={"progress": progress}
        )
        self.retry_after = 60


class StrategyUnknown(Problem):
    status = 409
    code = "strategy_unknown"
    title = gettext_lazy("The best moves are not known for these rules")

    def __init__(self) -> None:
        super().__init__(_("With these house rules nobody has computed the best moves."))


class HintsRefused(Problem):
    status = 409
    code = "hints_refused"
    title = gettext_lazy("This game has no hints")

    def __init__(self, detail: str) -> None:
        super().__init__(detail)
