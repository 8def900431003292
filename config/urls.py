from django.urls import include, path

from config import health

urlpatterns = [
    path("healthz", health.alive),
    path("readyz", health.ready),
    path("api/v1/", include("challenges.api.urls")),
    path("", include("challenges.web.urls")),
]

handler400 = "config.error_handlers.bad_request"
handler403 = "config.error_handlers.permission_denied"
handler404 = "config.error_handlers.page_not_found"
handler500 = "config.error_handlers.server_error"
