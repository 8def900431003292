from django.apps import AppConfig


class FriendsConfig(AppConfig):
    name = "friends"
    verbose_name = "Friends"

    def ready(self) -> None:
        from friends import receivers  # noqa: F401, PLC0415 (need the models)
