"""What only a browser can show of the line: its loss, a restart of the server, slow answers."""

from __future__ import annotations

import time
from contextlib import suppress

import pytest
from support.explorer import Explorer, held, until
from support.server import Server

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that each test kills and leaves running again."""
    running = Server(tmp_path_factory.mktemp("server") / "streamlit.log")
    yield running
    running.kill()


@pytest.fixture(autouse=True)
def runs(server):
    if server.process.poll() is not None:
        server.start()


@pytest.fixture
def page(browser, server):
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    found = Explorer(context.new_page(), server.url)
    # The picture comes before Streamlit's own files, without which no page outlives its server.
    found.tab.wait_for_load_state("networkidle")
    yield found
    context.close()


def agrees(page: Explorer, value: str) -> bool:
    """Whether slider, picture, sidebar and address hold the value; all may be loading anew."""
    with suppress(Exception):
        box = page.tab.get_by_label("width c", exact=True)
        number = box.and_(page.tab.locator("input[type=number]"))
        return (
            page.slider.get_attribute("aria-valuetext") == value
            and str(page.value) == value
            and page.address.get("width") == value
            and float(number.input_value()) == float(value)
        )
    return False


def titles_of(page: Explorer, server: Server, value: str) -> list[str]:
    other = Explorer(page.tab.context.new_page(), f"{server.url}/?width={value}")
    return other.titles()


def test_a_restart_of_the_server_during_a_drag_loses_nothing(page, server):
    with held(page, 0.4) as drag:
        for step in range(8):
            drag(0.4 + 0.01 * step)
            time.sleep(0.04)
        server.kill()
        status = page.host.locator(".status")
        until(lambda: "No connection" in "".join(status.all_inner_texts()), 5, "no word of it")
        drag(0.6)
        value = page.slider.get_attribute("aria-valuetext")
    server.start()
    until(lambda: agrees(page, value), 5, "not all agree within 5 s")
    assert not status.is_visible()
    expected = titles_of(page, server, value)
    until(lambda: page.titles() == expected, 5, "the picture is an older one")
    # And what needs the server's session works, too.
    page.slider.focus()
    page.tab.keyboard.press("ArrowRight")
    until(lambda: page.value > float(value), 5, "the slider is dead")
    until(lambda: page.address.get("width") == str(page.value), 5, "the address lags behind")
    assert page.troubles == []


def test_while_the_line_is_lost_views_are_switched_and_the_rest_waits_for_it(page, server):
    tab, status = page.tab, page.host.locator(".status")
    reset, link = (
        tab.get_by_role("button", name="Reset", exact=True),
        tab.locator(".st-key-pages a"),
    )
    tools = tab.locator(".entrance :is(button:not(.fold), input, textarea)")
    disabled = tab.locator(".entrance [aria-disabled=true]")
    pointed = "node => getComputedStyle(node).pointerEvents"
    assert tools.count() >= 4
    assert reset.is_enabled()
    assert disabled.count() == 0
    server.kill()
    until(lambda: status.is_visible() and not reset.is_enabled(), 10, "no word of it")
    assert disabled.count() == tools.count()
    assert reset.evaluate("button => getComputedStyle(button.parentElement).opacity") == "0.45"
    assert link.first.evaluate(pointed) == "none"
    tab.get_by_role("button", name="Assignment").click(force=True)
    assert tab.locator(".assign").is_hidden()

    names = ("Logarithmic axis", "Show data points", "Scores")
    buttons = [page.host.get_by_role("button", name=name) for name in names]

    def pressed():
        return [button.get_attribute("aria-pressed") for button in buttons]

    assert status.evaluate(pointed) == "none"
    before = page.paints
    for button in buttons:
        button.click(force=True)
    until(lambda: pressed() == ["true", "false", "true"], 2, "they wait for the server")
    assert page.paints > before
    page.settle()
    assert pressed() == ["true", "false", "true"]
    # Streamlit's own note is there, and covers nothing.
    dialog = tab.locator(".stDialog")
    dialog.wait_for(state="attached")
    assert not dialog.is_visible()

    server.start()
    wanted = {"log": "true", "markers": "false", "view": "scores"}
    until(lambda: wanted.items() <= page.address.items(), 10, "forgotten")
    page.host.locator(".scores .stage canvas").wait_for()
    until(lambda: reset.is_enabled() and not status.is_visible(), 30, "the line is not back")
    until(lambda: link.first.evaluate(pointed) == "auto", 5, "the links stay dead")
    page.settle()
    assert pressed() == ["true", "false", "true"]
    assert page.troubles == []


COUNT_RUNS = """() => {
    const app = document.querySelector('.stApp');
    window.runs = 0;
    const count = () => { window.runs += app.dataset.testScriptState === 'running'; };
    new MutationObserver(count).observe(app, { attributeFilter: ['data-test-script-state'] });
}"""


def test_after_a_restart_the_first_change_of_a_control_counts(browser, server):
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    tab = context.new_page()
    tab.goto(f"{server.url}/compare")
    box = tab.get_by_label("Components", exact=True).and_(tab.locator("input"))
    box.wait_for()
    tab.wait_for_load_state("networkidle")
    state = "[data-test-connection-state=CONNECTED]"
    idle = tab.locator(f"{state}[data-test-script-state=notRunning]")
    idle.wait_for(state="attached")
    tab.evaluate(COUNT_RUNS)
    box.fill("4")
    server.kill()
    tab.locator(state).wait_for(state="detached")
    server.start()
    # Without a hand nothing else would make the new server draw the page.
    tab.wait_for_function("window.runs > 0")
    idle.wait_for(state="attached")
    # Wherever the focus is: Streamlit took it away while there was no server.
    tab.keyboard.press("Enter")
    tab.wait_for_function("/components=4/.test(location.search)")
    context.close()
