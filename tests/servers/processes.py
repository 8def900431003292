"""Child processes that cannot outlive the tests, and the small things around starting them."""

import contextlib
import os
import pwd
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from tests.servers import Missing

GUARD = Path(__file__).with_name("guard.py")


def say(text: str) -> None:
    print(f"\n{text}", file=sys.stderr, flush=True)


def runs(program: Path) -> bool:
    """Whether it starts at all, so with all the libraries that it needs."""
    try:
        return not subprocess.run(
            [program, "--version"], capture_output=True, timeout=60, check=False
        ).returncode
    except (OSError, subprocess.TimeoutExpired):
        return False


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def unprivileged_user() -> str | None:
    """Whom to be instead of root, which PostgreSQL refuses to be; None when not root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise Missing("PostgreSQL refuses to run as root, and there is no user `nobody` to run it.")


def private_folder(prefix: str, owner: str | None = None) -> Path:
    """A new folder; in /tmp when it is for another user, who may not see root's own TMPDIR."""
    folder = Path(tempfile.mkdtemp(prefix=f"dice-{prefix}-", dir="/tmp" if owner else None))
    if owner:
        user = pwd.getpwnam(owner)
        os.chown(folder, user.pw_uid, user.pw_gid)
    return folder


class Guarded:
    """A command under guard.py: stopped, and its folder removed, when this process ends."""

    def __init__(
        self,
        *command: str | Path,
        log: Path | None = None,
        environment: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        user: str | None = None,
        remove: Path | None = None,
        stop: signal.Signals = signal.SIGTERM,
    ) -> None:
        options = [f"--stop={stop.value}"]
        options += [f"--user={user}"] if user else []
        options += [f"--remove={remove}"] if remove else []
        with (log or Path(os.devnull)).open("ab") as output:
            self.process = subprocess.Popen(
                [sys.executable, GUARD, *options, *command],
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=subprocess.STDOUT,
                env=environment,
                cwd=cwd,
                start_new_session=True,
            )

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def send(self, number: signal.Signals) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.write(b"%d\n" % number.value)
            self.process.stdin.flush()

    def stop(self) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.wait(60)

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        self.stop()


def wait_until(
    is_ready: Callable[[], bool], *, process: Guarded, log: Path, seconds: float = 120
) -> None:
    """Raises RuntimeError with the end of the log when the process ends or never gets ready."""
    deadline = time.monotonic() + seconds
    while not is_ready():
        if not process.is_running:
            raise RuntimeError(f"{log.stem} ended while starting:\n{tail(log)}")
        if time.monotonic() > deadline:
            process.kill()
            raise RuntimeError(f"{log.stem} did not answer in {seconds:.0f} s:\n{tail(log)}")
        time.sleep(0.05)


def tail(log: Path, lines: int = 60) -> str:
    text = log.read_text(errors="replace") if log.exists() else ""
    return "\n".join(text.splitlines()[-lines:])
