"""How PostgreSQL carries out the statements of a call."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
from django.db import connection, transaction

Statement = tuple[str, Any]
Plan = dict[str, Any]

DROPPED = "Rows Removed by Filter"
MOST_SORTED = 500  # a page on each side, of each range that it is taken from


@contextmanager
def recorded() -> Iterator[list[Statement]]:
    """The statements of a block that read or change rows, with their parameters."""
    statements: list[Statement] = []

    def record(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.split()[0] in {"SELECT", "WITH", "UPDATE", "DELETE"}:
            statements.append((sql, params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(record):
        yield statements


def plan_of(statement: Statement, mode: str = "force_generic_plan") -> Plan:
    """Carried out and undone. The generic plan is the one that a connection comes to keep."""
    sql, values = _numbered(*statement)
    given = f"({', '.join(['%s'] * len(values))})" if values else ""
    explain = f"EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE explained {given}"
    with transaction.atomic(), connection.cursor() as cursor:
        client = psycopg.ClientCursor(connection.connection)
        client.execute(f"SET LOCAL plan_cache_mode = {mode}")
        client.execute(f"PREPARE explained AS {sql}")
        client.execute(explain, values)
        (found,) = client.fetchone() or [None]
        cursor.execute("DEALLOCATE explained")
        transaction.set_rollback(True)
    plan: Plan = (json.loads(found) if isinstance(found, str) else found)[0]["Plan"]
    return plan


def _numbered(sql: str, params: Any) -> tuple[str, list[Any]]:
    """With $1, $2 in place of the names or places of the parameters."""
    names: list[Any] = []

    def number(match: re.Match[str]) -> str:
        names.append(match[1] if match[1] else len(names))
        return f"${len(names)}"

    text = re.sub(r"%(?:\((\w+)\))?s", number, sql)
    return text, [params[name] for name in names]


def nodes_of(plan: Plan) -> Iterator[Plan]:
    yield plan
    for inner in plan.get("Plans", []):
        yield from nodes_of(inner)


def scans_of(plan: Plan) -> Iterator[Plan]:
    return (
        node for node in nodes_of(plan) if "Relation Name" in node and "Scan" in node["Node Type"]
    )


def rows_read(plan: Plan, table: str) -> float:
    """Those that a filter dropped included, but where the whole table is read once for its part."""
    return sum(
        (node["Actual Rows"] + ("Seq" not in node["Node Type"]) * node.get(DROPPED, 0))
        * node["Actual Loops"]
        for node in scans_of(plan)
        if node["Relation Name"] == table
    )


def faults_of(plan: Plan, large: set[str], *, most_sorted: int = MOST_SORTED) -> list[str]:
    """Tables of many rows that are read from end to end, and sorts of more than a page."""
    scans = [
        f"{node['Node Type']} of {node['Relation Name']}"
        for node in scans_of(plan)
        if node["Relation Name"] in large
        and "Seq Scan" in node["Node Type"]
        and node["Actual Loops"]
    ]
    sorts = [
        f"Sort of {node['Plans'][0]['Actual Rows']} rows"
        for node in nodes_of(plan)
        if "Sort" in node["Node Type"] and node["Plans"][0]["Actual Rows"] > most_sorted
    ]
    return scans + sorts
