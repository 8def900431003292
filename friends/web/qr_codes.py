"""A link to be read by the camera of the phone beside."""

import segno
from django.utils.safestring import SafeString, mark_safe

QUIET_ZONE = 4


def qr_code(link: str) -> SafeString:
    """An SVG whose colours are the style sheet's."""
    code = segno.make(link, error="m", micro=False)
    image = code.svg_inline(border=QUIET_ZONE, svgclass="qr", lineclass="qr-line", omitsize=True)
    return mark_safe(image)  # noqa: S308 (of the modules of the code, nothing that anybody wrote)
