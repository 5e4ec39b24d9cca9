"""How much memory this process holds, and how much it may still take."""

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

# Taken to be free where the system does not tell, as Windows: what small virtual machines have.
UNKNOWN = 2**30

# Of each version of control groups: where their files are, limit, use, and the name of the files
# in the page cache, which is given up before anything fails.
CGROUPS = {
    "": ("sys/fs/cgroup", "memory.max", "memory.current", "inactive_file"),
    "memory": (
        "sys/fs/cgroup/memory",
        "memory.limit_in_bytes",
        "memory.usage_in_bytes",
        "total_inactive_file",
    ),
}


def free_memory(root: Path = Path("/")) -> int:
    """Bytes that this process can take without swapping or being killed for it.

    The smallest of what the system has available, what each control group that the process is in
    (a container's, a batch job's) leaves of its limit, and what is left of the process's limit of
    its address space (`ulimit -v`). Without /proc, as on macOS, the physical
    memory.

    Parameters
    ----------
    root : Path
        The folder that holds proc and sys.

    References
    ----------
    proc(5), MemAvailable and statm; Linux, Documentation/admin-guide/cgroup-v2.rst.
    """
    available = _field(root / "proc/meminfo", "MemAvailable:", unit=1024)
    if available is None:
        available = _physical_memory()
    return max(0, min([available, *_left_by_cgroups(root), *_left_of_addresses(root)]))


def resident_bytes() -> int | None:
    """The resident memory of this process, from Linux's /proc; None elsewhere."""
    held = _held(Path("/"))
    return held[1] if held else None


def _held(root: Path) -> list[int]:
    """The bytes of address space and of memory that this process holds; empty without /proc."""
    pages = "".join(_lines(root / "proc/self/statm")).split()[:2]
    return [int(number) * os.sysconf("SC_PAGE_SIZE") for number in pages]


def _physical_memory() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, ValueError, OSError):  # AttributeError: Windows
        return UNKNOWN


def _left_of_addresses(root: Path) -> Iterator[int]:
    """What the process leaves of the limit of its address space, if there is one."""
    try:
        import resource
    except ImportError:  # Windows
        return
    limit, _ = resource.getrlimit(resource.RLIMIT_AS)
    if limit != resource.RLIM_INFINITY:
        yield limit - (_held(root) or [0])[0]


def _left_by_cgroups(root: Path) -> Iterator[int]:
    """What each control group of this process, and each above it, leaves of its limit."""
    for line in _lines(root / "proc/self/cgroup"):
        _, controllers, path = line.split(":", 2)
        for controller, (folder, limit_file, use_file, cache) in CGROUPS.items():
            if controller not in controllers.split(","):
                continue
            # Inside a container the path may be the host's; then only the mount itself is there.
            inside = PurePosixPath("/", path).relative_to("/")
            for group in (root / folder / inside, *(root / folder / p for p in inside.parents)):
                limit, used = _number(group / limit_file), _number(group / use_file)
                if limit is not None and used is not None:
                    yield limit - used + (_field(group / "memory.stat", cache) or 0)


def _field(path: Path, name: str, unit: int = 1) -> int | None:
    """The number after `name` in a file with one name and number a line, times `unit`."""
    words = (line.split() for line in _lines(path))
    return next((int(word[1]) * unit for word in words if word and word[0] == name), None)


def _number(path: Path) -> int | None:
    """The number that the file holds; None without the file, and for the word max."""
    text = "".join(_lines(path))
    return int(text) if text.isdecimal() else None


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return []
