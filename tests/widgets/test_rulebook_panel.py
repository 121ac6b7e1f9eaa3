"""The rulebook panel: everything can be found, opened and left again, in both languages."""

import pytest

from twingkit.twing import rulebook
from twingkit_widgets.panel import Panel
from twingkit_widgets.rulebook_panel import RulebookPanel
from twingkit_widgets.rulings import rule_html


@pytest.mark.parametrize("lang", ["en", "de"])
def test_every_rule_is_listed_and_opens_complete(lang: str) -> None:
    panel = RulebookPanel(lang)
    for rule in rulebook():
        assert f'data-value="{rule.id}"' in panel.html
    for rule in rulebook():
        panel.do("open", rule.id)
        assert panel.error is None
        assert panel.state == rule.id
        shown = Panel.still_html(panel)
        assert rule.title(lang).split("“")[0].split("'")[0] in shown
        for related in rule.see:
            assert f'data-key="see:{related}"' in panel.html
        for source in rule.sources:
            assert source.split("“")[0].split("'")[0] in shown


def test_search_finds_german_and_english_and_typed_umlauts() -> None:
    panel = RulebookPanel("en")
    found = {}
    for wanted in ("Höschen", "hoeschen", "hoschen", "Panties"):
        panel.do("search", wanted)
        found[wanted] = panel.status
        assert 'data-value="TW-POW-panties"' in panel.html
    assert found["Höschen"] == found["hoeschen"] == found["hoschen"]
    panel.do("search", "TW-BAT-16")
    assert panel.html.index("TW-BAT-16") < panel.html.index("</ul>")
    panel.do("clear")
    assert 'data-value="TW-SET-1"' in panel.html


def test_a_search_without_result_says_so_and_shows_markup_as_text() -> None:
    panel = RulebookPanel("de", search="<qqqqqqzz>")
    assert "<qqqqqqzz>" not in panel.html
    assert "Keine Regel spricht" in panel.html


def test_deep_link_opens_the_rule() -> None:
    panel = RulebookPanel("de", rule="TW-BAT-16")
    assert panel.state == "TW-BAT-16"
    assert "Kritische Ergebnisse" in panel.html
    assert 'aria-current="true"' in panel.html
    assert panel.address() == {"rule": "TW-BAT-16"}


def test_an_unknown_id_is_one_clear_error_with_suggestions() -> None:
    panel = RulebookPanel("en", rule="tw-bat-166")
    assert panel.html.count('role="alert"') == 1
    assert "There is no rule “tw-bat-166”." in panel.html
    assert 'data-key="near:TW-BAT-16"' in panel.html
    panel.do("open", "TW-BAT-16")
    assert 'role="alert"' not in panel.html
    panel.do("open", "<b>")
    assert "&lt;b&gt;" in panel.html
    assert "<b>" not in panel.html


def test_browser_history_leads_back_to_the_list() -> None:
    panel = RulebookPanel("en", rule="TW-BAT-5")
    panel.visit({})
    assert panel.state == ""
    panel.visit({"rule": "TW-BAT-6"})
    assert panel.state == "TW-BAT-6"


def test_every_status_is_explained_in_words() -> None:
    for status, word in (("printed", "printed rules say so"), ("ruling", "silent or disagree")):
        rule = next(
            rule for rule in rulebook() if rule.status == status and (status == "ruling" or not rule.note())
        )
        assert word in RulebookPanel("en", rule=rule.id).html
    printed = next(rule for rule in rulebook() if rule.status == "printed" and not rule.note())
    assert "our ruling" not in RulebookPanel("en", rule=printed.id).html.split("tk-book-rule")[-1]


def test_a_printed_rule_with_a_note_says_both_in_one_sign() -> None:
    rule = next(rule for rule in rulebook() if rule.status == "printed" and rule.note())
    for lang, sign in (("en", "printed, with our ruling"), ("de", "gedruckt, mit unserem Entscheid")):
        html = RulebookPanel(lang, rule=rule.id).html
        assert sign in html
        assert html.count("printed rules say so") + html.count("So steht es in den") == 0
        assert sign in rule_html(rule, rulebook(), lang)


def test_the_language_can_change_under_an_open_rule() -> None:
    panel = RulebookPanel("en", rule="TW-BAT-16")
    panel.lang = "de"
    assert "Kritische Ergebnisse" in panel.html
    assert "Critical results" not in panel.html
