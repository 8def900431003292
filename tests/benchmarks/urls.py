from django.urls import path

from config.urls import handler400, handler403, handler404, handler500, urlpatterns
from tests.benchmarks.bare import BareView

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [path("bare/<uuid:game_id>", BareView.as_view()), *urlpatterns]
