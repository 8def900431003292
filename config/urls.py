from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from config import health

urlpatterns = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("api/v1/", include("leaderboards.api.urls")),
    path("api/v1/", include("friends.api.urls")),
    path("api/v1/", include("challenges.api.urls")),
    path("admin", RedirectView.as_view(pattern_name="admin:index")),
    path("admin/", admin.site.urls),
    # Before those of challenges: pages with boards take the place of pages without.
    path("", include("leaderboards.web.urls")),
    path("", include("friends.web.urls")),
    path("", include("challenges.web.urls")),
]

handler400 = "config.error_handlers.bad_request"
handler403 = "config.error_handlers.permission_denied"
handler404 = "config.error_handlers.page_not_found"
handler500 = "config.error_handlers.server_error"
