"""What a chat shows of a link: read by crawlers, which run no scripts and have no account."""

from dataclasses import dataclass

from django.conf import settings
from django.urls import reverse

from friends.models import Challenge
from friends.services.challenges import Seen
from friends.services.codes import challenge_link
from friends.web.pictures import HEIGHT, WIDTH, content_of
from friends.web.texts import description, heading


@dataclass(frozen=True, slots=True)
class Preview:
    """The same for all readers: whoever has finished a blind challenge may pass the link on."""

    challenge: Challenge
    title: str
    description: str
    picture_text: str
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def link(self) -> str:
        return challenge_link(self.challenge.pk)

    @property
    def picture(self) -> str:
        return settings.SITE_URL + reverse("friends:picture", args=[self.challenge.pk])


def preview_of(seen: Seen) -> Preview:
    return Preview(
        challenge=seen.challenge,
        title=heading(seen.maker),
        description=description(seen.challenge),
        picture_text=content_of(seen).text,
    )
