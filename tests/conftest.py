"""Which tests are slow, and the fixtures that test folders share: a running app, a cluster."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
from hypothesis import settings
from support.browser import ARGUMENTS
from support.server import Server
from support.slow import SLOW
from threadpoolctl import threadpool_limits

TESTS = Path(__file__).resolve().parent

# The tests of files need what is off by default, see `views.limits`.
os.environ["KPCA_FILES"] = "on"

# An example may take long on a busy machine; times belong to `benchmarks`.
settings.register_profile("without a deadline", settings(), deadline=None)
settings.load_profile("without a deadline")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Where only browser tests are wanted, files without one are not imported: that takes long."""
    name = collection_path.name
    if config.option.markexpr == "browser" and name.startswith("test_") and name.endswith(".py"):
        return "mark.browser" not in collection_path.read_text(encoding="utf-8") or None
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        name = item.path.relative_to(TESTS).as_posix()
        if any(fnmatch(name, pattern) for pattern in SLOW):
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session", autouse=True)
def one_blas_thread() -> Iterator[None]:
    """Small problems on several BLAS threads are many times slower."""
    with threadpool_limits(limits=1, user_api="blas"):
        yield


@pytest.fixture(scope="session")
def app_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a running app."""
    log = tmp_path_factory.mktemp("app") / "streamlit.log"
    # What a page of another site needs to embed this one: its own name for this machine.
    with Server(log, KPCA_FRAME_ANCESTORS="'self' http://localhost:*") as server:
        yield server.url


class Patient:
    """A browser whose tabs wait for what they need, also on a machine with many jobs."""

    MILLISECONDS = 120_000

    def __init__(self, browser, started) -> None:
        self.browser, self.started = browser, started

    def new_context(self, **settings):
        return self._patient(self.browser.new_context(**settings))

    def launch_like(self, profile: Path, **settings):
        """Start one more with a profile of its own; closing its context ends it."""
        kind = self.browser.browser_type
        return self._patient(kind.launch_persistent_context(profile, **self.started, **settings))

    def _patient(self, context):
        context.set_default_timeout(self.MILLISECONDS)
        return context

    def __getattr__(self, name: str):
        return getattr(self.browser, name)


@pytest.fixture(scope="session")
def browser() -> Iterator[Patient]:
    """Debian's Chromium under Playwright; skipped without one, but never under CI."""
    executable = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if executable is None:
        reason = "no chromium on PATH (Debian: apt-get install chromium)"
        if os.environ.get("CI"):
            pytest.fail(f"Browser tests must run under CI: {reason}.")
        pytest.skip(f"Browser tests need a browser: {reason}.")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        started = {"executable_path": executable, "args": ARGUMENTS}
        chromium = playwright.chromium.launch(**started)
        yield Patient(chromium, started)
        chromium.close()


@pytest.fixture
def five_minutes() -> Iterator[None]:
    """A cluster that waits for ever must not stop the whole run."""

    def give_up(*_: object) -> None:
        raise TimeoutError("a distributed test took more than five minutes")

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(300)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.fixture(scope="session")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """A client of two worker processes."""
    from support.clusters import two_workers

    with two_workers(tmp_path_factory.mktemp("workers")) as client:
        yield client
