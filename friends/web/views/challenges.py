"""A challenge, as whoever follows its link sees it; and the reader's own list."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views import View

from challenges.models import Game
from challenges.services.addresses import client_address
from challenges.services.problems import DayNotOpen, NotYourToday
from challenges.web.forms import new_key
from challenges.web.pages import render_page
from challenges.web.readers import reader_of, today_for
from config.errors import NotFound, Problem
from friends.services.beside_games import passed_on
from friends.services.challenges import Seen, find_challenge, take_challenge
from friends.services.codes import challenge_link, read_code
from friends.services.lists import challenges_of
from friends.services.problems import ChallengeNotFound, MalformedCode, OwnChallenge
from friends.services.results import results_in
from friends.services.sharing import share_text
from friends.web.forms import CodeForm
from friends.web.lines import line_of
from friends.web.newcomers import as_reader_or_guest
from friends.web.previews import preview_of
from friends.web.qr_codes import ways_to_send
from friends.web.results import ResultsTable
from friends.web.stages import stage_of
from friends.web.texts import dice_of, rules_of

CHALLENGES_PER_PAGE = 20


class ChallengeView(View):
    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """What is no code leads to the field for one, like a code that leads nowhere."""
        try:
            return super().dispatch(request, *args, **kwargs)
        except MalformedCode as problem:
            return _no_challenge(request, problem)

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        """Looking starts nothing, so chats and search engines may follow the link."""
        if (canonical := read_code(code)) != code:
            return redirect("friends:challenge", canonical, permanent=True)
        return _page(request, code)

    def post(self, request: HttpRequest, code: str) -> HttpResponse:
        """Start or resume; whoever has no account becomes a guest.

        Who has played these dice already is led to the results instead of to the game.
        """
        code, address = read_code(code), client_address(request.META)
        # Once a day is enough to keep the sign-in of those who go on playing.
        request.session.modified = True
        try:
            started = as_reader_or_guest(
                request, lambda player: take_challenge(player=player, code=code, address=address)
            )
        except ChallengeNotFound as problem:
            return _no_challenge(request, problem)
        except (OwnChallenge, NotYourToday, DayNotOpen) as refusal:
            return _page(request, code, refusal=refusal)
        if started.state.status == Game.Status.FINISHED:
            return redirect("friends:challenge", code)
        return redirect("challenges:game", started.state.row.pk)


def _page(request: HttpRequest, code: str, *, refusal: Problem | None = None) -> HttpResponse:
    reader = reader_of(request)
    try:
        seen = find_challenge(code=code, reader=reader, address=client_address(request.META))
    except ChallengeNotFound as problem:
        return _no_challenge(request, problem)
    game, results = seen.challenge.game, results_in(seen)
    context = {
        "seen": seen,
        "challenge": seen.challenge,
        "maker": seen.maker,
        "stage": stage_of(seen, today_for(request, seen.moment)),
        "dice": dice_of(game),
        "rules": rules_of(game),
        "preview": preview_of(seen),
        "refusal": refusal.detail if refusal else "",
        "key": new_key(),
        "results": ResultsTable(results) if results else None,
        "passed_on": passed_on(seen.mine) if results and seen.mine else None,
        **(_sharing(seen) if seen.is_own and not seen.challenge.is_withdrawn else {}),
    }
    status = refusal.status if refusal else 200
    return render_page(request, "friends/challenge.html", context, status=status)


def _sharing(seen: Seen) -> dict[str, Any]:
    code = seen.challenge.pk
    return {**ways_to_send(challenge_link(code), code), "share_text": share_text(seen.challenge)}


def _no_challenge(request: HttpRequest, problem: Problem) -> HttpResponse:
    """Unknown, withdrawn or blocked: the page does not say which."""
    context = {"problem": problem, "form": CodeForm()}
    return render_page(request, "friends/no_challenge.html", context, status=problem.status)


class ChallengesView(View):
    def get(self, request: HttpRequest) -> HttpResponse:
        """The challenges of the reader, and a field for a code, which leads to its challenge."""
        if "code" not in request.GET:
            return _list(request, CodeForm())
        form = CodeForm(request.GET)
        if form.is_valid():
            return redirect("friends:challenge", form.cleaned_data["code"])
        return _list(request, form, status=MalformedCode.status)


def _list(request: HttpRequest, form: CodeForm, *, status: int = 200) -> HttpResponse:
    context = {"form": form, "lines": [], "last": None, **_my_challenges(request)}
    return render_page(request, "friends/challenges.html", context, status=status)


def _my_challenges(request: HttpRequest) -> dict[str, Any]:
    reader = reader_of(request)
    if reader is None:
        return {}
    after = _code_to_go_on_after(request)
    page = challenges_of(reader, after=after, count=CHALLENGES_PER_PAGE)
    return {"lines": [line_of(row) for row in page.rows], "last": page.last}


def _code_to_go_on_after(request: HttpRequest) -> str | None:
    text = request.GET.get("after")
    try:
        return None if text is None else read_code(text)
    except MalformedCode:
        raise NotFound from None
