"""The directions that imports may take, as docs/architecture.md draws them."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APPS = ("challenges", "leaderboards", "friends")

# What an app may import of the others.
MAY_IMPORT = {
    "challenges": (),
    "friends": ("challenges",),
    "leaderboards": ("challenges", "friends.querysets"),
}
MAY_IMPORT_OF_CONFIG = ("config.errors", "config.clock")

# Inside an app, a layer imports those before it; the doors stand side by side.
LAYERS = (
    *("engine", "strategy", "ranking", "histograms"),
    *("signals", "converters", "models", "querysets", "boards", "ranks", "among", "services"),
)
DOORS = ("admin", "api", "apps", "checks", "management", "receivers", "tasks", "web")
# Of one door for another: an app's start-up loads its checks and receivers.
BETWEEN_DOORS = {"apps": ("checks", "receivers")}


def modules(package: str) -> list[Path]:
    return sorted((ROOT / package).rglob("*.py"))


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(path: Path) -> Iterator[str]:
    """Absolute dotted names, an imported attribute included: it may be a module."""
    package = name_of(path) if path.name == "__init__.py" else name_of(path).rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parent = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parent, base]).rstrip(".")
            yield from (f"{base}.{alias.name}" for alias in node.names)


def is_within(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")


def layer_of(name: str) -> str | None:
    """The layer or door of a dotted name inside an app; None for the app's own `__init__`."""
    parts = name.split(".")
    return parts[1] if len(parts) > 1 and parts[1] in (*LAYERS, *DOORS) else None


def offences(path: Path) -> Iterator[str]:
    name = name_of(path)
    for imported in imports_of(path):
        if not is_allowed(name, imported):
            yield f"{name} imports {imported}"


def is_allowed(importer: str, imported: str) -> bool:
    app, top = importer.split(".")[0], imported.split(".")[0]
    if top == app:
        return is_allowed_inside(layer_of(importer), layer_of(imported))
    if top == "config":
        return any(is_within(imported, module) for module in MAY_IMPORT_OF_CONFIG)
    if top in APPS:
        return any(is_within(imported, module) for module in MAY_IMPORT[app])
    return top != "tests"


def is_allowed_inside(importer: str | None, imported: str | None) -> bool:
    if importer is None or imported is None or importer == imported:
        return True
    if importer in DOORS:
        return imported in LAYERS or imported in BETWEEN_DOORS.get(importer, ())
    return imported in LAYERS and LAYERS.index(imported) < LAYERS.index(importer)


@pytest.mark.parametrize("app", APPS)
def test_imports_take_the_allowed_directions(app: str) -> None:
    assert [offence for path in modules(app) for offence in offences(path)] == []


@pytest.mark.parametrize("app", APPS)
def test_every_module_has_a_place_in_the_layout(app: str) -> None:
    known = {*LAYERS, *DOORS, "migrations", "__init__"}
    found = {path.relative_to(ROOT / app).parts[0].removesuffix(".py") for path in modules(app)}

    assert found <= known


@pytest.mark.parametrize("app", APPS)
def test_services_know_neither_requests_nor_addresses_of_pages(app: str) -> None:
    ours = [path for path in modules(app) if layer_of(name_of(path)) == "services"]
    web = ("django.http", "django.urls", "django.shortcuts", "rest_framework")

    assert not [
        (name_of(path), name)
        for path in ours
        for name in imports_of(path)
        if any(is_within(name, package) for package in web)
    ]


def test_the_engine_needs_the_standard_library_only() -> None:
    imported = {
        name.split(".")[0] for path in modules("challenges/engine") for name in imports_of(path)
    }

    assert imported - set(sys.stdlib_module_names) == {"challenges"}
    assert not [
        name
        for path in modules("challenges/engine")
        for name in imports_of(path)
        if is_within(name, "challenges") and not is_within(name, "challenges.engine")
    ]


def circles(graph: dict[str, set[str]]) -> list[list[str]]:
    """Modules that import one another, directly or by others."""
    reached = {name: reachable(graph, name) for name in graph}
    return sorted(
        sorted({name, *(other for other in reached[name] if name in reached[other])})
        for name in graph
        if name in reached[name]
    )


def reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    found: set[str] = set()
    waiting = list(graph[start])
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += graph[name]
    return found


def graph_of(package: str) -> dict[str, set[str]]:
    """Who imports whom; for type checking only counts as well. A package is its `__init__`."""
    names = {name_of(path): path for path in modules(package)}
    imported = {name: set(imports_of(path)) for name, path in names.items()}
    return {
        name: {
            found
            for target in targets
            for found in (target, target.rpartition(".")[0])
            if found in names and found != name
        }
        for name, targets in imported.items()
    }


@pytest.mark.parametrize("package", [*APPS, "config"])
def test_no_modules_import_one_another(package: str) -> None:
    graph = graph_of(package)
    # A package's own `__init__` names what its modules hold.
    for name in graph:
        graph[name] -= {part for part in graph[name] if name.startswith(f"{part}.")}

    assert circles(graph) == []


def test_a_circle_would_be_seen() -> None:
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}

    assert circles(graph) == [["a", "b", "c"]] * 3


def test_an_offence_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    services = tmp_path / "challenges" / "services"
    services.mkdir(parents=True)
    source = services / "games.py"
    source.write_text(
        "from leaderboards.models import Result\n"
        "from challenges.api import views\n"
        "from ..web import urls\n"
        "from config.settings import DEBUG\n"
        "from challenges.models import Game\n"
        "from config import clock\n"
    )

    assert list(offences(source)) == [
        "challenges.services.games imports leaderboards.models.Result",
        "challenges.services.games imports challenges.api.views",
        "challenges.services.games imports challenges.web.urls",
        "challenges.services.games imports config.settings.DEBUG",
    ]
