import datetime
import hashlib
from typing import Any

from challenges.engine.dice import CHAIN_START
from tests.challenges.commands.conftest import Run, Write

DATES = [datetime.date(2026, 12, day).isoformat() for day in (1, 2, 4, 3)]


def chain() -> list[dict[str, Any]]:
    entries, previous = [], CHAIN_START
    for position, date in enumerate(DATES, start=1):
        commitment = hashlib.sha256(date.encode()).hexdigest()
        previous = hashlib.sha256(f"{previous} {date} {commitment}".encode()).hexdigest()
        entries.append(
            {
                "position": position,
                "date": date,
                "commitment": commitment,
                "chain_hash": previous,
            }
        )
    return entries


def test_an_unbroken_chain_holds(run: Run, write: Write) -> None:
    entries = chain()

    assert run("check_chain", write({"entries": entries})) == (
        f"The chain holds: 4 entries, the last hash is {entries[-1]['chain_hash']}.\n",
        "",
    )


def test_an_empty_chain_holds(run: Run, write: Write) -> None:
    assert run("check_chain", write({"entries": []})) == (
        "The chain holds: 0 entries, the last hash is none.\n",
        "",
    )


def test_a_replaced_commitment_breaks_the_chain_where_it_stands(run: Run, write: Write) -> None:
    entries = chain()
    entries[1]["commitment"] = "0" * 64

    assert run("check_chain", write({"entries": entries})) == (
        "Position 2, 2026-12-02: the chain is broken here.\n",
        "The chain does not hold.",
    )


def test_an_entry_that_was_taken_out_is_missed(run: Run, write: Write) -> None:
    entries = chain()
    del entries[2]

    assert run("check_chain", write({"entries": entries})) == (
        "Position 3 is missing: 4 follows.\n",
        "The chain does not hold.",
    )


def test_a_date_that_is_there_twice_is_seen(run: Run, write: Write) -> None:
    entries = chain()[:1]
    again = {**entries[0], "position": 2}
    text = f"{entries[0]['chain_hash']} {again['date']} {again['commitment']}"
    again["chain_hash"] = hashlib.sha256(text.encode()).hexdigest()

    assert run("check_chain", write({"entries": [*entries, again]})) == (
        "Position 2: 2026-12-01 is there twice.\n",
        "The chain does not hold.",
    )


def test_a_chain_that_grew_still_has_the_older_hash(run: Run, write: Write) -> None:
    entries = chain()
    older = entries[1]["chain_hash"]

    _, failure = run("check_chain", write({"entries": entries}), "--grew-from", older)

    assert failure == ""


def test_a_chain_that_was_made_anew_lacks_the_older_hash(run: Run, write: Write) -> None:
    path = write({"entries": chain()})

    assert run("check_chain", path, "--grew-from", "f" * 64) == (
        f"The hash {'f' * 64} is not in the chain.\n",
        "The chain does not hold.",
    )


def test_what_is_no_chain_is_said_to_be_none(run: Run, write: Write) -> None:
    cannot = "This cannot be checked: "
    wrong = {**chain()[0], "date": "2026-13-01"}
    accented = {**chain()[0], "commitment": "é"}

    assert run("check_chain", write([]))[1] == f"{cannot}There is no list of entries."
    assert run("check_chain", write({"entries": [1]}))[1] == f"{cannot}entries[0] is not an object."
    assert run("check_chain", write({"entries": [{}]}))[1] == (
        f"{cannot}entries[0].position is missing or of the wrong type."
    )
    for entry in (wrong, accented):
        assert run("check_chain", write({"entries": [entry]}))[1] == (
            f"{cannot}entries[0] has a date or commitment that is none."
        )
    assert "is not JSON" in run("check_chain", write('{"entries": ['))[1]
    assert "cannot be read" in run("check_chain", "/nowhere/chain.json")[1]
