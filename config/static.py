"""Static files under names that carry their content's hash, ES modules included."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Rewrites `import` paths in ES modules too, so that a module and what it imports agree."""

    support_js_module_import_aggregation = True
