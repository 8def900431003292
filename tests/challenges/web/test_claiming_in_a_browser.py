"""A guest plays, claims the account by mail, and finds the game again in another browser."""

import email
import email.policy
import re
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.challenges.accounts import EMAIL, PASSWORD
from tests.conftest import StartService

# Each step is tested on both databases; that they fit together, on what serves people.
pytestmark = pytest.mark.only_on("postgresql")

END_OF_MAIL = b"-" * 79 + b"\n"  # written by Django's backend for mails in files


def mail_in(folder: Path) -> bytes:
    deadline = time.monotonic() + 60
    while True:
        written = b"".join(file.read_bytes() for file in sorted(folder.glob("*.log"))[-1:])
        if written.endswith(END_OF_MAIL):
            return written
        assert time.monotonic() < deadline, "no mail was sent"
        time.sleep(0.1)


def link_in_mail(folder: Path) -> str:
    message = email.message_from_bytes(mail_in(folder).strip(), policy=email.policy.default)
    assert message["To"] == EMAIL
    link = re.search(r"^http\S+$", message.get_content(), re.M)
    assert link
    return link[0]


def fill_in(page: Page) -> None:
    page.get_by_label("E-mail address").fill(EMAIL)
    page.get_by_label("Password").fill(PASSWORD)


def test_a_claimed_game_is_found_again_in_another_browser(
    start_service: StartService, browser: Browser, tmp_path: Path
) -> None:
    mails = tmp_path / "mails"
    service = start_service(EMAIL_URL=f"filemail:///{mails}")
    service.manage("make_days")

    home = browser.new_context().new_page()
    home.goto(service.url)
    home.locator("form.play button[type=submit]").click()
    home.wait_for_url("**/games/*")
    game = home.url
    home.locator("button[name=row]").first.click()
    home.get_by_role("button", name=re.compile("^Sc(ore|ratch) ·")).click()
    expect(home.locator("#table")).to_have_attribute("data-ply", "1")
    home.goto(f"{service.url}/account/claim")
    fill_in(home)
    home.get_by_role("button", name="Send me the link").click()
    expect(home.get_by_role("heading", name="Look in your mail")).to_be_visible()

    elsewhere = browser.new_context().new_page()
    elsewhere.goto(link_in_mail(mails))
    elsewhere.get_by_role("button", name="Confirm").click()
    expect(elsewhere.get_by_role("heading", name="Sign in")).to_be_visible()
    fill_in(elsewhere)
    elsewhere.get_by_role("button", name="Sign in").click()
    elsewhere.get_by_role("link", name="Play on").click()
    elsewhere.wait_for_url(game)
    expect(elsewhere.locator("#table")).to_have_attribute("data-ply", "1")

    # Where the guest played, nothing has to be done.
    home.goto(game)
    expect(home.locator("#table")).to_be_visible()
    home.goto(f"{service.url}/account")
    expect(home.get_by_text(EMAIL)).to_be_visible()
