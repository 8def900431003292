from django.urls import path

from leaderboards.web.views import advent

app_name = "advent"

urlpatterns = [
    path("advent", advent.CurrentView.as_view(), name="current"),
    path("advent/<int:year>", advent.CalendarView.as_view(), name="calendar"),
]
