"""A Chromium for the tests that click: a found one, the system's package or Playwright's."""

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright._impl._driver import compute_driver_executable
from playwright.sync_api import Browser, sync_playwright

from tests.servers import Missing, debian
from tests.servers.processes import runs, say

# Without windows it takes little more than half the time.
SHELL = "chromium-headless-shell"
NAMES = (SHELL, "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PLACES = ("/usr/bin/chromium", "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")
HOW = (
    "Chromium: install your system's package (Debian: apt-get install chromium; Fedora: dnf "
    "install chromium), or run `.venv/bin/python -m playwright install --with-deps chromium`, or "
    "give TEST_CHROMIUM=/path/of/the/program."
)
HOW_DRIVER = (
    "Playwright's driver, which does not start here, most often for want of libatomic (Debian, "
    "Ubuntu: apt-get install libatomic1; Fedora: dnf install libatomic)."
)
PACKAGES = (SHELL, "chromium")
FONTS = "fonts-liberation"
WHY = "tests play in a real browser"
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Each window would have a process or two of its own, which take longer to start than to work.
    "--process-per-site",
    "--renderer-process-limit=2",
]
ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""


def installed() -> Path | None:
    found = [Path(name) for name in filter(None, map(shutil.which, NAMES))]
    return next(filter(runs, [*found, *map(Path, PLACES)]), None)


def of_playwright() -> Path | None:
    """Asked in another process: Playwright's event loop would stay in this one."""
    command = [sys.executable, "-c", ASK_PLAYWRIGHT]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    program = Path(done.stdout.strip() or "/nothing")
    return program if runs(program) else None


def of_debian(package: str) -> Path | None:
    if debian.install(package, FONTS, why=WHY):
        return installed()
    return debian.unpack(package, FONTS, program=f"usr/lib/chromium/{package}", why=WHY)


def install_of_playwright() -> Path | None:
    say(f"Installing Chromium with `playwright install chromium`: {WHY}.")
    command = [sys.executable, "-m", "playwright", "install", "chromium"]
    subprocess.run(command, capture_output=True, check=False)
    return of_playwright()


def prepare_driver() -> None:
    """Playwright's driver is a Node.js that needs one library which a bare Debian lacks."""
    node = Path(compute_driver_executable()[0])
    why = "Playwright's driver needs it"
    if runs(node) or (debian.install("libatomic1", why=why) and runs(node)):
        return
    wrapper = debian.unpack("libatomic1", program=str(node), why=why)
    if wrapper is None:
        raise Missing(HOW_DRIVER if installed() else f"{HOW_DRIVER}\n\n{HOW}")
    os.environ["PLAYWRIGHT_NODEJS_PATH"] = str(wrapper)


def find() -> Path:
    prepare_driver()
    given = os.environ.get("TEST_CHROMIUM")
    if given and not runs(Path(given)):
        raise Missing(f"TEST_CHROMIUM does not run: {given}")
    found = Path(given) if given else installed() or of_playwright()
    found = found or next(filter(None, map(of_debian, PACKAGES)), None) or install_of_playwright()
    if found is None:
        raise Missing(HOW)
    return found


@contextlib.contextmanager
def open_browser(program: Path) -> Iterator[Browser]:
    """A headless browser; Playwright gives it a new, empty profile and removes that afterwards."""
    sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=program, args=[*FLAGS, *sandbox], headless=True
        )
        yield browser
        browser.close()
