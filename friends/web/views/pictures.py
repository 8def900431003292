"""Pictures of challenges, for chats that show what a link leads to."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views import View

from challenges.services.addresses import client_address
from challenges.web.readers import reader_of
from friends.services.challenges import find_challenge
from friends.services.codes import read_code
from friends.web.pictures import content_of, picture_of

MAY_BE_KEPT_FOR = 3600  # seconds; after a withdrawal or a new name it is shown for so long


class PictureView(View):
    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        """The same picture for everybody who may see the challenge.

        In a session it is that browser's alone: cookies may come with it, and whether there is
        one depends on who asks.
        """
        if (canonical := read_code(code)) != code:
            return redirect("friends:picture", canonical, permanent=True)
        reader, address = reader_of(request), client_address(request.META)
        content = content_of(find_challenge(code=code, reader=reader, address=address))
        etag = quote_etag(content.key)
        answer = get_conditional_response(request, etag=etag)
        if answer is None:
            answer = HttpResponse(picture_of(content), content_type="image/png")
        answer["ETag"], answer["Content-Language"] = etag, get_language() or ""
        kept_by = "public" if reader is None else "private"
        patch_cache_control(answer, **{kept_by: True}, max_age=MAY_BE_KEPT_FOR)
        patch_vary_headers(answer, ["Accept-Language"])
        return answer
