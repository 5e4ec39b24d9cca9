"""A file that ends the process which reads it, in one tab; another tab's page goes on meanwhile."""

from __future__ import annotations

import os
import signal
import sys

import pytest
from support.explorer import Explorer
from support.server import Server, reader_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for the process by ps"),
]


@pytest.fixture
def server(tmp_path):
    made = Server(tmp_path / "log")
    yield made
    # One that was stopped and not continued would outlive the server.
    if number := reader_of(made):
        os.kill(number, signal.SIGKILL)
    made.kill()
    assert "Traceback" not in made.log.read_text()


def test_a_file_that_ends_its_reader_is_a_message_and_others_go_on(server, browser, tmp_path):
    file, bad = tmp_path / "data.csv", tmp_path / "bad.csv"
    for one in (file, bad):
        one.write_text("a,b\n" + "".join(f"{k},{k * k % 7}\n" for k in range(20)))
    context = browser.new_context()
    try:
        own, other = context.new_page(), context.new_page()
        page = Explorer(other, f"{server.url}/")
        own.goto(f"{server.url}/table")
        own.locator(".st-key-gift input[type=file]").set_input_files(file)
        own.wait_for_selector("[data-paints]")
        own.locator("[data-test-script-state=notRunning]").first.wait_for(state="attached")
        # A file that is being read for long, and then ends the reader.
        number = reader_of(server)
        os.kill(number, signal.SIGSTOP)
        own.locator(".st-key-gift input[type=file]").set_input_files(bad)
        own.locator("[data-test-script-state=running]").first.wait_for(state="attached")
        before, value = page.paints, page.value
        page.slider.focus()
        for _ in range(3):
            page.slider.press("ArrowRight")
        page.tab.wait_for_function("location.search.includes('width=')")
        page.settle()
        assert page.paints > before
        assert page.value > value
        assert own.get_by_role("alert").count() == 0
        os.kill(number, signal.SIGSEGV)
        os.kill(number, signal.SIGCONT)
        alert = own.get_by_role("alert").first
        alert.wait_for()
        said = alert.inner_text().replace("\N{WORD JOINER}", "")
        assert "bad.csv could not be read: the reader ended with SIGSEGV" in said
        page.slider.press("ArrowRight")
        page.settle()
        assert not page.troubles
        # A new reader reads the next file.
        own.locator(".st-key-gift input[type=file]").set_input_files(file)
        own.wait_for_selector("[data-paints]")
        assert "20 rows × 2 of 2 columns" in own.locator(".stMain").inner_text()
        assert reader_of(server) not in (None, number)
    finally:
        context.close()
