"""The API's own description of itself, to check answers against."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

from django.http import HttpResponse
from drf_spectacular.generators import SchemaGenerator
from jsonschema import Draft202012Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012

# Answers of any address, which the description does not repeat for each of them.
GENERAL = {404, 405, 406, 500}


@cache
def description() -> dict[str, Any]:
    """As a client gets it: through JSON."""
    found = SchemaGenerator().get_schema(request=None, public=True)
    return json.loads(json.dumps(found, default=str))


@cache
def _registry() -> Registry:
    resource = Resource(contents=description(), specification=DRAFT202012)
    return Registry().with_resource("urn:api", resource)


@cache
def _addresses() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    """Without variables first, as the service itself matches them."""
    paths = description()["paths"]
    return [
        (re.compile(re.sub(r"\{\w+\}", "[^/]+", path.removeprefix("/api/v1"))), paths[path])
        for path in sorted(paths, key=lambda path: "{" in path)
    ]


@cache
def _validator(pointer: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"urn:api#{pointer}"}, registry=_registry())


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    for pattern, operations in _addresses():
        if pattern.fullmatch(path):
            return operations.get(method.lower())
    return None


def check_answer(method: str, path: str, answer: HttpResponse) -> None:
    """Fails for a status, a content type or a body that the description does not promise."""
    operation = operation_of(method, path)
    if operation is None:
        return
    documented = operation["responses"].get(str(answer.status_code))
    if documented is None:
        assert answer.status_code in GENERAL, f"{method} {path}: {answer.status_code} is new"
        return
    if "content" not in documented:
        assert answer.content == b"", f"{method} {path}: a body is new"
        return
    content_type = answer["Content-Type"].split(";")[0]
    assert content_type in documented["content"], f"{method} {path}: {content_type} is new"
    reference = documented["content"][content_type]["schema"].get("$ref")
    if reference:
        _validator(reference.removeprefix("#")).validate(json.loads(answer.content))
