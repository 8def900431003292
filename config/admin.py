from importlib import import_module

from django.contrib.admin.apps import AdminConfig as DjangoAdminConfig


class AdminConfig(DjangoAdminConfig):
    """The admin site of this service in place of Django's own."""

    default_site = "challenges.admin.site.OperatorSite"

    def ready(self) -> None:
        # The package that defines the site also registers with it. Imported for the site's sake,
        # it would register with one that is then replaced.
        import_module("challenges.admin")
        super().ready()
