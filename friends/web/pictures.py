"""The picture of a challenge in a chat: who challenges, on what, and the target or a veil.

Its dice are decoration, the same on every picture.
"""

import hashlib
import io
import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFont

from friends.models import Challenge
from friends.services.challenges import Seen
from friends.web.texts import dice_of, heading, rules_of

WIDTH, HEIGHT = 1200, 630
# Counts up when pictures are drawn otherwise.
STYLE = 1
KEPT_FOR = 24 * 3600  # seconds

FONT = Path(settings.BASE_DIR) / "challenges" / "static" / "fonts" / "text.woff2"
# As challenges/static/css/tokens.css has them.
COLOURS = {
    "felt": "#0d4a3e",
    "felt-deep": "#093a30",
    "felt-line": "#2a6a5b",
    "felt-ink": "#f2f8f4",
    "felt-soft": "#b4d3c8",
    "gold": "#ffc53d",
    "gold-ink": "#231a00",
    "ivory": "#fffaf0",
    "ivory-deep": "#ddd1b8",
    "pip": "#16211e",
}

LEFT, RIGHT = 80, 80
Spots = tuple[tuple[int, int], ...]
THREE: Spots = ((31, 31), (50, 50), (69, 69))
FIVE: Spots = ((26, 26), (74, 26), (50, 50), (26, 74), (74, 74))
NOT_IN_ANY_FONT = "\uffff"
VEIL = "?"

# --- What is on it ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Content:
    heading: str
    dice: str
    rules: str
    label: str
    target: str
    """Empty where it stays hidden."""

    @property
    def key(self) -> str:
        """The same for the same picture."""
        text = json.dumps([STYLE, asdict(self)], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()

    @property
    def text(self) -> str:
        """For who does not see it."""
        parts = (self.heading, self.dice, self.rules, f"{self.label} {self.target}".strip())
        return ". ".join(part for part in parts if part)


def content_of(seen: Seen) -> Content:
    """In the language of the request. Nothing of it depends on who asks."""
    game = seen.challenge.game
    is_told = seen.challenge.kind == Challenge.Kind.TARGET
    return Content(
        heading=_heading(seen),
        dice=dice_of(game),
        rules=" · ".join(rules_of(game)),
        label=_("Points to beat") if is_told else _("The total stays hidden until you finish"),
        target=str(game.total) if is_told else "",
    )


def _heading(seen: Seen) -> str:
    """Without the name where the font cannot write it."""
    maker = seen.maker
    return heading(maker if maker and can_write(maker.name) else None)


def can_write(text: str) -> bool:
    font = _font(40, 800)
    missing = _drawn(font, NOT_IN_ANY_FONT)
    return all(sign == " " or _drawn(font, sign) != missing for sign in text)


def _drawn(font: ImageFont.FreeTypeFont, sign: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(sign)
    return mask.size, bytes(mask)


# --- Drawing ---------------------------------------------------------------------------------


def picture_of(content: Content) -> bytes:
    """A PNG, drawn once for each content."""
    found: bytes | None = cache.get(key := f"picture:{content.key}")
    if found is None:
        found = draw(content)
        cache.set(key, found, KEPT_FOR)
    return found


def draw(content: Content) -> bytes:
    picture = _background().copy()
    pen = ImageDraw.Draw(picture)
    widest = WIDTH - LEFT - RIGHT
    _write(pen, 150, content.heading, "felt-ink", size=88, weight=900, widest=widest)
    _write(pen, 262, content.dice, "gold", size=50, weight=700, widest=widest)
    if content.rules:
        _write(pen, 328, content.rules, "felt-soft", size=32, weight=500, widest=widest)
    _write(pen, 408, content.label, "felt-soft", size=32, weight=600, widest=560)
    if content.target:
        _write(pen, 440, content.target, "felt-ink", size=150, weight=900, widest=560)
    else:
        _draw_veil(pen)
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _write(
    pen: ImageDraw.ImageDraw,
    y: int,
    text: str,
    colour: str,
    *,
    size: int,
    weight: int,
    widest: int,
) -> None:
    """As large as `size`, and smaller where the text would be too wide."""
    width = _font(size, weight).getlength(text)
    if width > widest:
        y += round(size * (1 - widest / width) / 2)
        size = int(size * widest / width)
    pen.text((LEFT, y), text, font=_font(size, weight), fill=COLOURS[colour])


def _draw_veil(pen: ImageDraw.ImageDraw) -> None:
    """Three cards face down, however many digits there are."""
    font = _font(90, 900)
    for number in range(3):
        left = LEFT + number * 112
        box = (left, 460, left + 96, 578)
        pen.rounded_rectangle(box, 18, COLOURS["felt-deep"], COLOURS["felt-line"], 3)
        pen.text((left + 48, 521), VEIL, font=font, fill=COLOURS["gold"], anchor="mm")


@lru_cache(maxsize=64)
def _font(size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(FONT), size)
    font.set_variation_by_axes([weight])
    return font


@lru_cache(maxsize=1)
def _background() -> Image.Image:
    """Felt, the name of the service, and three dice; made once in a process."""
    gradient = (
        Image.radial_gradient("L")
        .resize((WIDTH * 2, HEIGHT * 3))
        .crop((WIDTH // 2, HEIGHT, WIDTH // 2 + WIDTH, HEIGHT + HEIGHT))
    )
    size = (WIDTH, HEIGHT)
    picture = Image.composite(
        Image.new("RGB", size, COLOURS["felt-deep"]),
        Image.new("RGB", size, COLOURS["felt"]),
        gradient,
    )
    for angle, place in ((-14, (676, 410)), (9, (842, 376)), (-6, (990, 422))):
        die = _die(FIVE, 150, angle)
        picture.paste(die, place, die)
    brand = _die(THREE, 50, 8, face="gold", edge="gold", pips="gold-ink")
    picture.paste(brand, (LEFT - 4, 62), brand)
    pen = ImageDraw.Draw(picture)
    pen.text((LEFT + 68, 68), "Daily Dice", font=_font(36, 900), fill=COLOURS["felt-ink"])
    return picture


def _die(
    spots: Spots,
    size: int,
    angle: int,
    *,
    face: str = "ivory",
    edge: str = "ivory-deep",
    pips: str = "pip",
) -> Image.Image:
    """Drawn and turned four times as large, so that its curves are smooth."""
    large = size * 4
    die = Image.new("RGBA", (large, large), (0, 0, 0, 0))
    pen = ImageDraw.Draw(die)
    radius = large * 22 // 100
    pen.rounded_rectangle((0, 0, large - 1, large - 1), radius, COLOURS[edge])
    pen.rounded_rectangle((0, 0, large - 1, large * 94 // 100), radius, COLOURS[face])
    for x, y in spots:
        pen.circle((large * x // 100, large * y // 100), large // 10, COLOURS[pips])
    turned = die.rotate(angle, Image.Resampling.BICUBIC, expand=True)
    return turned.resize((turned.width // 4, turned.height // 4), Image.Resampling.LANCZOS)
