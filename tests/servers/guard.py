"""Runs one command, and stops it when the process that asked for it is gone.

    python guard.py [--user NAME] [--remove FOLDER] [--stop SIGNAL] [COMMAND...]

Standard input is the life line. Each line of it is the number of a signal to pass on; its end
means stop, and it ends in whatever way the other side goes, SIGKILL included. Then the folder is
removed; without a command that is all. The guard leads a session of its own, so Ctrl-C in a
terminal reaches neither it nor the command.
"""

import argparse
import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

PATIENCE = 20.0  # seconds that a stopping command has before it is killed


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--user")
    parser.add_argument("--remove")
    parser.add_argument("--stop", type=int, default=signal.SIGTERM.value)
    parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args()


def as_user(name: str | None) -> dict[str, Any]:
    """The arguments with which subprocess starts a command as another user."""
    if name is None:
        return {}
    user = pwd.getpwnam(name)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def start(command: list[str], user: str | None) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        command, stdin=subprocess.DEVNULL, start_new_session=True, **as_user(user)
    )


def send(child: "subprocess.Popen[bytes]", number: int) -> None:
    """SIGKILL goes to all its processes; other signals to the first one, which tells the rest."""
    with contextlib.suppress(ProcessLookupError):
        if number == signal.SIGKILL:
            os.killpg(child.pid, number)
        else:
            child.send_signal(number)


def follow_orders(child: "subprocess.Popen[bytes]", stop: int) -> None:
    for line in sys.stdin:
        send(child, int(line))
    send(child, stop)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(PATIENCE)
    send(child, signal.SIGKILL)


def run(command: list[str], user: str | None, stop: int) -> int:
    child = start(command, user)
    signal.signal(signal.SIGTERM, lambda *_: send(child, stop))
    threading.Thread(target=follow_orders, args=(child, stop), daemon=True).start()
    code = child.wait()
    send(child, signal.SIGKILL)  # what it may have left behind
    return code


def remove(folder: str) -> None:
    """Again and again: another guard's command may write there until it has ended."""
    end = time.monotonic() + PATIENCE
    shutil.rmtree(folder, ignore_errors=True)
    while Path(folder).exists() and time.monotonic() < end:
        time.sleep(0.05)
        shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    asked = options()
    code = 0
    if asked.command:
        code = run(asked.command, asked.user, asked.stop)
    else:
        sys.stdin.read()
    if asked.remove:
        remove(asked.remove)
    return code


if __name__ == "__main__":
    os._exit(main() & 0xFF)  # not sys.exit: the thread may still be reading the life line
