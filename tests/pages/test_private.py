"""A release of Streamlit that calls something otherwise costs a nicety, never a page."""

from __future__ import annotations

import pytest
import streamlit.config
import streamlit.runtime.scriptrunner
from streamlit.web import bootstrap
from support.explorer import Explorer
from support.own_data import opened

from views.hosts.streamlit import private
from views.hosts.streamlit.headers import CLOSED

# Takes every mark that fits a selector away as soon as it is there.
TAKE = """(() => {
    const selector = '%s';
    const mark = /\\[([\\w-]+)/.exec(selector)?.[1];
    const take = () => document.querySelectorAll(selector).forEach((node) =>
        mark ? node.removeAttribute(mark) : node.classList.remove(selector.slice(1)));
    const changes = { childList: true, subtree: true, attributes: true };
    new MutationObserver(take).observe(document, changes);
})()"""
NAMES = [
    *(TAKE % selector for selector in private.SELECTORS.values()),
    *(TAKE % f"[{name}]" for name in private.ATTRIBUTES.values()),
]


@pytest.mark.browser
def test_pages_are_drawn_and_turned_without_the_names_of_the_page(app_url, new_tab):
    # A tab of its own, whose scripts end with it.
    new_tab()
    tab = new_tab(between={})
    for script in NAMES:
        tab.add_init_script(script)
    page = Explorer(tab, f"{app_url}/")
    before = page.value
    page.slider.focus()
    page.slider.press("ArrowRight")
    moved = "(v) => Number(document.querySelector('[data-paints]').dataset.value) > v"
    tab.wait_for_function(moved, arg=before)
    tab.locator(".st-key-pages").get_by_text("Compare").click()
    tab.wait_for_function("document.title.startsWith('Compare')")
    tab.wait_for_selector(".st-key-pairs")


@pytest.mark.parametrize(
    ("module", "name"),
    [(streamlit.config, "_main_script_path"), (bootstrap, "load_config_options")],
)
def test_the_app_starts_with_the_settings_of_its_folder_without_these_names(
    monkeypatch, module, name
):
    with monkeypatch.context() as patch:
        patch.delattr(module, name)
        private.read_options("app.py")
    assert streamlit.get_option("browser.gatherUsageStats") is False


def test_styles_without_a_name_stay_styles():
    assert private.styled(":--main p {} :--none {}") == ".stMainBlockContainer p {} :--none {}"
    assert CLOSED is private.CLOSED


@pytest.mark.parametrize("name", ["get_script_run_ctx", "is_history_navigation"])
def test_a_page_is_drawn_by_its_widgets_where_nobody_tells_of_the_history(monkeypatch, name):
    if name == "get_script_run_ctx":
        monkeypatch.delattr(streamlit.runtime.scriptrunner, name)
    else:
        monkeypatch.setattr(streamlit.runtime.scriptrunner, "get_script_run_ctx", object)
    assert not private.moved_through_history()
    page = opened(data="iris")
    assert not page.error
    page.number_input(key="components").set_value(3).run()
    assert not page.exception
    assert page.session_state["pages visited"]["table"].address["components"] == "3"
