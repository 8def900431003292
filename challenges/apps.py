from django.apps import AppConfig


class ChallengesConfig(AppConfig):
    name = "challenges"
    verbose_name = "Challenges"

    def ready(self) -> None:
        from challenges import checks, receivers  # noqa: F401, PLC0415 (need the models)
