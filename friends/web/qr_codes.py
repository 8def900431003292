"""A link to be read by the camera of the phone beside."""

from typing import Any

import segno
from django.utils.safestring import SafeString, mark_safe

from friends.services.codes import shown

QUIET_ZONE = 4


def ways_to_send(link: str, code: str) -> dict[str, Any]:
    """What the parts of pages show with which a link is passed on."""
    return {"link": link, "code": shown(code), "qr_code": qr_code(link)}


def qr_code(link: str) -> SafeString:
    """An SVG whose colours are the style sheet's."""
    code = segno.make(link, error="m", micro=False)
    image = code.svg_inline(border=QUIET_ZONE, svgclass="qr", lineclass="qr-line", omitsize=True)
    return mark_safe(image)  # noqa: S308 (of the modules of the code, nothing that anybody wrote)
