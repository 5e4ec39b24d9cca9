"""How much memory is free, read from the files that Linux has, and without them."""

from __future__ import annotations

import os
import sys

import pytest
from support.processes import python

from kpca_core._support import memory
from kpca_core._support.memory import UNKNOWN, free_memory

GIB = 2**30
MEMINFO = (
    f"MemTotal: {16 * 2**20} kB\nMemFree: 5 kB\nMemAvailable:  {8 * 2**20} kB\nBuffers: 1 kB\n"
)


@pytest.fixture
def system(tmp_path):
    """Writes files below an empty root, given by their path and content, and returns the root."""

    def write(files):
        for name, content in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(str(content) + "\n", encoding="ascii")
        return tmp_path

    return write


def cgroup_2(path, limit, used, cache=0):
    folder = f"sys/fs/cgroup/{path}".rstrip("/")
    return {
        f"{folder}/memory.max": limit,
        f"{folder}/memory.current": used,
        f"{folder}/memory.stat": f"anon 5\ninactive_file {cache}\nactive_file 7",
    }


def cgroup_1(path, limit, used, cache=0):
    folder = f"sys/fs/cgroup/memory/{path}".rstrip("/")
    return {
        f"{folder}/memory.limit_in_bytes": limit,
        f"{folder}/memory.usage_in_bytes": used,
        f"{folder}/memory.stat": f"cache 5\ninactive_file 1\ntotal_inactive_file {cache}",
    }


AVAILABLE = {"proc/meminfo": MEMINFO}
SYSTEMS = {
    "no group": (AVAILABLE, 8 * GIB),
    "a group without a limit": (
        {"proc/self/cgroup": "0::/user.slice", **cgroup_2("user.slice", "max", GIB)}, 8 * GIB),
    "a container of version 2 sees its limit at the root": (
        {"proc/self/cgroup": "0::/", **cgroup_2("", 4 * GIB, GIB)}, 3 * GIB),
    "version 1 has a huge number for no limit": (
        {"proc/self/cgroup": "9:memory:/", **cgroup_1("", 2**63 - 4096, GIB)}, 8 * GIB),
    "version 1": ({"proc/self/cgroup": "9:memory:/", **cgroup_1("", 4 * GIB, GIB)}, 3 * GIB),
    "a container of version 1 may be told a path of its host": (
        {"proc/self/cgroup": "9:memory:/docker/0123abc", **cgroup_1("", 3 * GIB, GIB)}, 2 * GIB),
    "use beyond the limit leaves nothing": (
        {"proc/self/cgroup": "0::/", **cgroup_2("", GIB, 2 * GIB)}, 0),
}  # fmt: skip


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_is_available_or_left_of_a_limit(system, name):
    files, expected = SYSTEMS[name]
    assert free_memory(system(AVAILABLE | files)) == expected


@pytest.mark.parametrize("tight", ["job", "job/step", "job/step/task"])
def test_the_tightest_group_above_the_process_counts(system, tight):
    files = AVAILABLE | {"proc/self/cgroup": "0::/job/step/task"}
    for path in ("job", "job/step", "job/step/task"):
        files |= cgroup_2(path, 2 * GIB if path == tight else "max", GIB // 2)
    assert free_memory(system(files)) == 3 * GIB // 2


@pytest.mark.parametrize("group", [cgroup_1, cgroup_2])
def test_files_in_the_page_cache_are_free(system, group):
    lines = {"proc/self/cgroup": "5:cpu,memory:/a\n1:name=systemd:/b\n0::/a"}
    files = AVAILABLE | lines | group("a", 2 * GIB, 2 * GIB, cache=GIB)
    assert free_memory(system(files)) == GIB


def test_without_proc_the_physical_memory(tmp_path, monkeypatch):
    sizes = {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 16384}
    monkeypatch.setattr(os, "sysconf", sizes.__getitem__)
    assert free_memory(tmp_path) == 16_384_000


def test_a_system_that_tells_nothing_is_taken_to_be_small(tmp_path, monkeypatch):
    monkeypatch.delattr(memory.os, "sysconf")
    assert free_memory(tmp_path) == UNKNOWN


@pytest.mark.skipif(sys.platform != "linux", reason="macOS ignores the limit of addresses")
def test_the_limit_of_addresses_counts():
    found = python(
        "import resource; from kpca_core._support.memory import free_memory;"
        "resource.setrlimit(resource.RLIMIT_AS, (2**30, 2**30)); print(free_memory())"
    )
    assert 0 < int(found.stdout) < 2**30, found.stderr
