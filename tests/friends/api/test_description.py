"""The calls of friends in the OpenAPI description, and their problems in the list."""

from challenges.api.docs import all_problems
from friends.services import problems
from tests.challenges.api.description import description, operation_of

ANYTHING = {"401", "429"}
WRITE = ANYTHING | {"403"}
BODY = WRITE | {"400", "404", "409", "415"}
OF_CODE = ANYTHING | {"400", "404"}

# What each call answers.
CALLS = {
    ("GET", "/friend-challenges"): {"200", "400"} | ANYTHING,
    ("POST", "/friend-challenges"): {"200", "201"} | BODY,
    ("GET", "/friend-challenges/{code}"): {"200"} | OF_CODE,
    ("DELETE", "/friend-challenges/{code}"): {"204", "403"} | OF_CODE,
    ("POST", "/friend-challenges/{code}/game"): {"200", "201", "503"} | BODY,
    ("GET", "/friend-challenges/{code}/results"): {"200", "409"} | OF_CODE,
    ("GET", "/friends"): {"200"} | ANYTHING,
    ("POST", "/friends"): {"200", "422"} | BODY,
    ("DELETE", "/friends/{player_id}"): {"204", "404", "422"} | WRITE,
    ("GET", "/friends/requests"): {"200"} | ANYTHING,
    ("POST", "/friends/requests"): {"200", "422"} | BODY,
    ("DELETE", "/friends/requests/{player_id}"): {"204", "404", "422"} | WRITE,
    ("GET", "/friends/blocks"): {"200"} | ANYTHING,
    ("POST", "/friends/blocks"): {"204", "422"} | BODY,
    ("DELETE", "/friends/blocks/{player_id}"): {"204", "404", "422"} | WRITE,
    ("GET", "/friends/invitation"): {"200"} | ANYTHING,
    ("POST", "/friends/invitation"): {"200", "201", "404", "415"} | WRITE,
    ("DELETE", "/friends/invitation"): {"204"} | WRITE,
    ("GET", "/invitations/{code}"): {"200"} | OF_CODE,
}
WITHOUT_ACCOUNT = {("GET", "/friend-challenges/{code}"), ("GET", "/invitations/{code}")}


def test_every_call_is_described_with_all_its_statuses() -> None:
    paths = {
        path.removeprefix("/api/v1"): operations
        for path, operations in description()["paths"].items()
        if path.startswith(("/api/v1/friend", "/api/v1/invitations"))
    }
    assert {
        (method.upper(), path): set(operation["responses"])
        for path, operations in paths.items()
        for method, operation in operations.items()
    } == CALLS


def test_only_a_challenge_and_an_invitation_are_read_without_an_account() -> None:
    public = set()
    for method, path in CALLS:
        operation = operation_of(method, path)
        assert operation is not None
        if {} in operation["security"]:
            public.add((method, path))
    assert public == WITHOUT_ACCOUNT


def test_every_problem_of_friends_is_listed() -> None:
    kinds = [kind for kind in vars(problems).values() if hasattr(kind, "code")]
    own = {kind.code for kind in kinds if kind.__module__ == problems.__name__}
    listed = {kind.code for kind in all_problems()}
    assert own <= listed
    assert {"malformed_code", "challenge_not_found", "too_many_codes", "yourself"} <= own
