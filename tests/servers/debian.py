"""Debian's packages: installed by root, unpacked into a private folder by everybody else."""

import contextlib
import fcntl
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from tests.servers.processes import runs, say

POLICY = Path("/usr/sbin/policy-rc.d")
# The C library of a package's newer version would not work with the running system's loader.
KEPT_FROM_THE_SYSTEM = ("libc6_", "libc-bin_")
WRAPPER = """#!/bin/sh
export LD_LIBRARY_PATH='{libraries}'
export FONTCONFIG_FILE='{root}/fonts.conf'
exec '{program}' "$@"
"""
# A browser that finds no font draws no text at all.
FONTS = """<?xml version="1.0"?>
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>{root}/usr/share/fonts</dir>
  <cachedir>{root}/fonts</cachedir>
</fontconfig>
"""
LIBRARY = re.compile(r".+\.so(\.\d+)*")


def is_here() -> bool:
    return Path("/etc/debian_version").exists() and shutil.which("apt-get") is not None


def cache_folder() -> Path:
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "dice-tests"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    with wait_for_turn("lock"):
        yield


def wait_for_turn(name: str) -> IO[str]:
    """It is one process's at a time, until that closes the file or ends."""
    lock = (cache_folder() / name).open("w")
    fcntl.flock(lock, fcntl.LOCK_EX)
    return lock


def install(*packages: str, why: str) -> bool:
    """Installs system packages; False when this is not root on Debian, or it did not work."""
    if os.geteuid() != 0 or not is_here():
        return False
    say(f"Installing Debian's {', '.join(packages)}: {why}.")
    wanted = ["install", "-y", "--no-install-recommends", *packages]
    with one_at_a_time(), services_stay_off():
        # An old or absent list of packages is the usual reason for a first failure.
        if apt_get(*wanted) or (apt_get("update") and apt_get(*wanted, is_last=True)):
            return True
    return False


def apt_get(*arguments: str, is_last: bool = False) -> bool:
    command = ["apt-get", "-o", "DPkg::Lock::Timeout=600", *arguments]
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode and is_last:
        say(f"`{' '.join(command)}` failed:\n{done.stdout[-500:]}{done.stderr[-1500:]}")
    return done.returncode == 0


@contextlib.contextmanager
def services_stay_off() -> Iterator[None]:
    """Debian starts a server that is installed; the tests start their own and want no other."""
    if POLICY.exists():
        yield
        return
    POLICY.write_text("#!/bin/sh\nexit 101\n")
    POLICY.chmod(0o755)
    try:
        yield
    finally:
        POLICY.unlink(missing_ok=True)


def unpack(*packages: str, program: str, why: str) -> Path | None:
    """A program out of packages that only root could install, runnable from a private folder.

    `program` is its path inside the package, or the whole path of one that only lacks libraries.
    None where that cannot be done.
    """
    if os.geteuid() == 0 or not is_here():
        return None
    with one_at_a_time():
        folder = cache_folder() / packages[0]
        wrapper = folder / Path(program).name
        if not runs(wrapper):
            say(f"Unpacking Debian's {', '.join(packages)} into {folder}: {why}.")
            shutil.rmtree(folder, ignore_errors=True)
            if download(folder, *packages):
                write_wrapper(wrapper, folder / "root", program)
        return wrapper if runs(wrapper) else None


def download(folder: Path, *packages: str) -> bool:
    """Unpacks the packages, and what they need and the system lacks, into `folder`/root."""
    for name in ("state/lists/partial", "cache/archives/partial", "root"):
        (folder / name).mkdir(parents=True)
    own = ["-o", f"Dir::State={folder}/state", "-o", f"Dir::Cache={folder}/cache"]
    own += ["-o", "Dir::State::status=/var/lib/dpkg/status", "-o", "Debug::NoLocking=1"]
    wanted = ["install", "-y", "--no-install-recommends", "--download-only", *packages]
    if not (apt_get(*own, "update") and apt_get(*own, *wanted, is_last=True)):
        return False
    for package in (folder / "cache/archives").glob("*.deb"):
        if not package.name.startswith(KEPT_FROM_THE_SYSTEM):
            subprocess.run(["dpkg", "-x", package, folder / "root"], check=True)
    shutil.rmtree(folder / "state")
    shutil.rmtree(folder / "cache")
    return True


def write_wrapper(wrapper: Path, root: Path, program: str) -> None:
    files = (file for file in root.rglob("*.so*") if LIBRARY.fullmatch(file.name))
    libraries = ":".join(sorted({str(file.parent) for file in files}))
    (root / "fonts.conf").write_text(FONTS.format(root=root))
    wrapper.write_text(WRAPPER.format(libraries=libraries, root=root, program=root / program))
    wrapper.chmod(0o755)
