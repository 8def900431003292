from typing import Any

from django.db.models import Func


class ByCodePoint(Func):
    """Compares texts by their code points, so that an index serves to find their beginnings.

    PostgreSQL's usual collations order texts as people do, which no beginning bounds. Not
    Django's Collate, because what the databases call this order differs.
    """

    template = '%(expressions)s COLLATE "C"'
    arity = 1

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="%(expressions)s COLLATE BINARY")
