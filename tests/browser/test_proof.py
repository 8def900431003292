"""The browser computes a game's dice again."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

# What the browser computes does not depend on the database.
pytestmark = pytest.mark.only_on("sqlite")


def test_every_throw_of_a_closed_day_is_computed_again(desktop: Page, proof_address: str) -> None:
    desktop.goto(proof_address)
    expect(desktop.locator("#verdict")).to_have_text(
        "Your browser computed every throw again, and all of it fits."
    )
    expect(desktop.locator(".check[data-state=fits]")).to_have_count(3)
    throws = desktop.locator(".turn-throw").count()
    assert throws > 20
    expect(desktop.locator(".turn-check[data-state=fits]")).to_have_count(throws)


def turn_a_die(proof: dict[str, Any]) -> None:
    dice = proof["throws"][3]["dice"]
    dice[0] = 7 - dice[0]


@pytest.mark.parametrize(
    ("tamper", "failing"),
    [
        (turn_a_die, {"throws"}),
        (lambda proof: proof.update(seed="00" * 32), {"commitment", "throws"}),
        (lambda proof: proof.update(commitment="00" * 32), {"commitment", "chain"}),
    ],
)
def test_what_does_not_fit_is_said(
    desktop: Page, proof_address: str, tamper: object, failing: set[str]
) -> None:
    def answer(route: Route) -> None:
        proof = route.fetch().json()
        before = json.dumps(proof)
        tamper(proof)  # type: ignore[operator]
        assert json.dumps(proof) != before
        route.fulfill(json=proof)

    desktop.route(re.compile("/api/v1/games/.*/proof"), answer)
    desktop.goto(proof_address)
    expect(desktop.locator("#verdict")).to_have_text(
        "Something does not fit. The marks below say what."
    )
    marks = desktop.locator(".check").all()
    assert {
        mark.get_attribute("data-check")
        for mark in marks
        if mark.get_attribute("data-state") == "differs"
    } == failing


def test_dice_that_the_page_shows_wrongly_are_said(desktop: Page, proof_address: str) -> None:
    def answer(route: Route) -> None:
        response = route.fetch()
        page = re.sub(r'data-face="[1-5]"', 'data-face="6"', response.text(), count=1)
        route.fulfill(response=response, body=page)

    desktop.route(re.compile(f"{proof_address}$"), answer)
    desktop.goto(proof_address)
    expect(desktop.locator("#verdict")).to_have_text(
        "Something does not fit. The marks below say what."
    )
    expect(desktop.locator(".check[data-state=differs]")).to_have_attribute("data-check", "throws")
    expect(desktop.locator(".turn-check[data-state=differs]")).to_have_count(1)


@pytest.mark.parametrize("entry", ["first", "last"])
def test_a_chain_that_was_changed_is_said(desktop: Page, proof_address: str, entry: str) -> None:
    def answer(route: Route) -> None:
        chain = route.fetch().json()
        entries = chain["entries"]
        changed = entries[0] if entry == "first" else entries[-1]
        changed["commitment"] = "00" * 32
        route.fulfill(json=chain)

    desktop.route(re.compile("/api/v1/commitments"), answer)
    desktop.goto(proof_address)
    expect(desktop.locator(".check[data-state=differs]")).to_have_attribute("data-check", "chain")


def test_the_proof_can_be_downloaded(desktop: Page, proof_address: str) -> None:
    desktop.goto(proof_address)
    with desktop.expect_download() as download:
        desktop.get_by_role("link", name="Download the proof").click()
    proof = json.loads(download.value.path().read_text())
    assert proof["id"] in proof_address
    assert len(proof["seed"]) == 64
