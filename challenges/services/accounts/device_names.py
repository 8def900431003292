"""What a device is called on the list of devices, where nobody gave it a name."""

LONGEST = 60

# The first that fits: browsers name others that they want to pass for.
_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def device_name(user_agent: str) -> str:
    """Such as "Firefox, Linux"; of an app's own user agent the first word."""
    found = [_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)]
    if found[0]:
        return ", ".join(filter(None, found))
    product = user_agent.split("/")[0].split(" ")[0]
    return "".join(sign for sign in product if sign.isprintable())[:LONGEST]


def _first(names: dict[str, str], user_agent: str) -> str:
    return next((name for part, name in names.items() if part in user_agent), "")
