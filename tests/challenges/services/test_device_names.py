"""What a device is called that nobody gave a name."""

import pytest

from challenges.services.accounts.device_names import LONGEST, device_name

LINUX = "Mozilla/5.0 (X11; Linux x86_64)"


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (f"{LINUX}; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox, Linux"),
        (f"{LINUX} AppleWebKit/537.36 Chrome/142.0.0.0 Safari/537.36", "Chrome, Linux"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/142.0 Safari/537.36 Edg/142.0", "Edge, Windows"),
        ("Mozilla/5.0 (Linux; Android 16) Chrome/142.0 Mobile Safari/537.36", "Chrome, Android"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0) CriOS/142.0 Safari/604.1", "Chrome, iPhone"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 15_0) Version/19 Safari/605", "Safari, Mac"),
        ("okhttp/5.1.0", "okhttp"),
        ("DailyDice (iOS)", "DailyDice"),
        ("", ""),
        ("\x07bell/1", "bell"),
        ("x" * 500, "x" * LONGEST),
    ],
)
def test_a_device_is_named_by_its_user_agent(user_agent: str, name: str) -> None:
    assert device_name(user_agent) == name
