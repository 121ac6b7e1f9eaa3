"""A publisher's settings: faults, house rules and custom lessons."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from widgets.site.own_publishers import Move, faults_of

from twingkit.twing.box.box import box_toml, load_box
from twingkit_widgets.panel.settings.active_settings import AUTHOR, settings_environment
from twingkit_widgets.panel.settings.settings import FILE, PublisherSettings
from twingkit_widgets.panel.settings.settings_file import read_settings
from twingkit_widgets.site.page import page as open_page
from twingkit_widgets.site.publisher.settings_check import settings_faults
from twingkit_widgets.site_settings.command import FAULTS_FOUND, binder_button_markdown, main

EXAMPLE = Path(__file__).parents[3] / "docs" / "example-site"


# -- faults


@pytest.mark.parametrize(
    ("text", "line", "place", "words"),
    [
        ("nam = 1", 1, "nam", "Did you mean name?"),
        ('\nlogo = "../logo.svg"', 2, "logo", "is outside the folder"),
        ('logo = "none.svg"', 1, "logo", "no"),
        ('logo = "other.txt"', 1, "logo", ".svg, .png"),
        (f'logo = "{"x" * 300}.svg"', 1, "logo", "no"),
        (f'[[page]]\nnotebook = "{"x" * 300}.ipynb"\ntitle = "x"', 2, "page.1.notebook", "no"),
        ('language = "german"', 1, "language", "Did you mean de?"),
        ('repository = "javascript:alert(1)"', 1, "repository", "https://"),
        ('repository = "https://[bad/owner/name"', 1, "repository", "https://"),
        ('address = "https://[bad/x"', 1, "address", "https://"),
        ('games = "coin"', 1, "games", "list"),
        ('name = { en = "x" }', 1, "name.de", "missing"),
        ('[colours]\naccent = "purple"', 2, "colours.accent", "#5b2a86"),
        (
            '[colours]\naccent = { light = "#000000; } body { display: none" }',
            2,
            "colours.accent.light",
            "#5b2a86",
        ),
        ("[game.coin]\nvariant = 3", 2, "game.coin.variant", "text"),
        ('[game.coin]\nlessons = "none"', 2, "game.coin.lessons", "no"),
        ("page = 3", 1, "page", "[[page]]"),
        (f'name = "{"x" * 61}"', 1, "name", "60"),
        ('games = ["coin", "coin"]', 1, "games", "twice"),
        ('hide = ["play", "play"]', 1, "hide", "twice"),
        ('picture = "other.png"', 1, "picture", "address"),
        ('[[page]]\nfile = "own.md"\n[[page]]\nfile = "own.md"', 4, "page.2.file", "already"),
        ('[[page]]\nnotebook = "x.txt"\ntitle = "x"', 2, "page.1.notebook", ".ipynb"),
        ('[[page]]\nnotebook = "../x.ipynb"\ntitle = "x"', 2, "page.1.notebook", ".ipynb"),
        ('[[page]]\nnotebook = "none.ipynb"\ntitle = "x"', 2, "page.1.notebook", "no"),
        ('imprint = "none.md"', 1, "imprint.en", "no"),
        ("name = [", None, "", "TOML"),
        ("name = " + "9" * 5_000, None, "", "TOML"),
        ("name = " + "[" * 5_000, None, "", "TOML"),
    ],
)
def test_a_fault_is_named_with_file_line_and_key(
    text: str, line: int | None, place: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / "other.txt").write_text("no picture")
    for name in ("other.png", "own.md"):
        (tmp_path / name).write_text("")
    fault = faults_of(text, tmp_path)[0]
    assert (fault.line_number, fault.location) == (line, place)
    assert str(tmp_path / FILE) in fault.text("en")
    assert words in fault.text("en")
    assert fault.text("de") != fault.text("en")


def test_all_faults_are_named_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    lines = ["nam = 1", "name = 2", 'language = "xx"', 'games = "x"', "[colours]", 'ink = "black"']
    faults = faults_of("\n".join(lines), tmp_path)
    assert [fault.line_number for fault in faults] == [1, 2, 3, 4, 6]


def test_entries_that_begin_with_one_bracket_are_a_fault_each_and_are_read_all_the_same(
    tmp_path: Path,
) -> None:
    text = '[page]\nfile = "none.md"\n\n[[page]]\nfile = "nor.md"'
    faults = faults_of(text, tmp_path)
    assert [(fault.line_number, fault.message_key) for fault in faults] == [
        (1, "tables"),
        (2, "missing"),
        (5, "missing"),
    ]
    (tmp_path / FILE).write_text('imprint = """\n[page]\n"""')
    assert read_settings(tmp_path / FILE).imprint == {"en": "[page]\n", "de": "[page]\n"}


def test_a_page_that_is_none_is_answered_with_the_nearest_of_the_games_shown(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text('games = ["twing"]\nhide = ["practise", "ember-lern"]')
    fault_texts = [fault.text("en") for fault in settings_faults(tmp_path / FILE, tmp_path)]
    assert "Did you mean practice?" in fault_texts[1]
    assert "ember-learn" not in fault_texts[0]
    assert max(map(len, fault_texts)) < len(str(tmp_path)) + 200


def test_what_a_language_lacks_is_said_with_what_is_shown_in_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_text('[[page]]\nfile = "week.md"')
    (tmp_path / "week.en.md").write_text("# Week")
    assert main(["check", str(tmp_path)]) == 0
    output = capsys.readouterr().out
    assert "The text week.de.md does not exist: readers in that language see week.en.md" in output
    assert "No repository is set" in output
    (tmp_path / "week.de.md").write_text("# Woche")
    assert main(["check", str(tmp_path)]) == 0
    assert "week.de.md" not in capsys.readouterr().out


def test_a_picture_that_is_none_and_one_that_is_too_large_are_no_logos(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(b"GIF89a")
    assert faults_of('logo = "logo.png"', tmp_path)[0].message_key == "logo"
    (tmp_path / "logo.svg").write_text("<svg" + " " * 70_000)
    assert faults_of('logo = "logo.svg"', tmp_path)[0].message_key == "logo_size"


# -- house rules, custom lessons

RULES = """
[game.twing]
variant = "german"
[game.imperium]
variant = "volley=any"
"""


@pytest.mark.parametrize(
    ("page", "variant"),
    [
        ("play", "german"),
        ("battle-lab", "german"),
        ("imperium-play", "box volley=any"),
        ("imperium-battle", "box volley=any"),
    ],
)
def test_pages_start_with_the_house_rule_and_links_without_one_mean_it(
    move_in: Move, page: str, variant: str
) -> None:
    move_in(RULES)

    def rules(query: str) -> tuple[str, str]:
        made = open_page(page, f"{query}&lang=en")
        shown = made[0].match.settings if "play" in page else made[0].draft
        return str(shown.variant), made.frame.place

    started, place = rules("")
    assert started == variant
    assert "variant" not in place
    boxed, place = rules("variant=box")
    assert boxed == "box"
    assert "variant=box" in place, "or the link would lead to the house rule"
    assert rules(place)[0] == "box"


def test_a_start_without_a_house_rule_is_named_in_a_link_only_where_it_differs() -> None:
    place = open_page("play", "variant=german&lang=en").frame.place
    assert "variant=german" in place
    assert "variant" not in open_page("play", "variant=box&lang=en").frame.place


def test_a_game_starts_with_the_publishers_own_box(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = box_toml(load_box(), {}).replace('"Assumed box"', '"Our box"', 1)
    (tmp_path / "box.toml").write_text(text.replace("Wick Beetle", "Jellyfish"), encoding="utf-8")
    own = load_box(tmp_path / "box.toml")
    (tmp_path / FILE).write_text('[game.twing]\nbox = "box.toml"\n', encoding="utf-8")
    for name, value in settings_environment(None, tmp_path).items():
        monkeypatch.setenv(name, value)
    assert open_page("play", "lang=en")[0].match.game.start.box == own != load_box()
    assert "Jellyfish" in open_page("rulebook", "show=gallery&lang=en")[0].html


LESSON = """
title = { en = "Our house rule", de = "Unsere Hausregel" }
goal = { en = "Know how ties end at our table.", de = "Wisse, wie bei uns ein Gleichstand endet." }
table = "F: F5 vs W: W5"

[[step]]
id = "look"
kind = "look"
title = { en = "Two equal spells", de = "Zwei gleiche Zauber" }
text = [{ en = "Fire 5 meets Water 5.", de = "Feuer 5 trifft Wasser 5." }]

[[step]]
id = "end"
kind = "end"
title = { en = "Done", de = "Fertig" }
"""


def with_lessons(tmp_path: Path, **lessons: str) -> Path:
    """Return settings with these lessons."""
    folder = tmp_path / "0"
    (folder / "lessons").mkdir(parents=True)
    for name, text in lessons.items():
        (folder / "lessons" / f"{name.replace('_', '-')}.toml").write_text(text, encoding="utf-8")
    (folder / FILE).write_text('[game.twing]\nlessons = "lessons"\n', encoding="utf-8")
    return folder


def test_an_own_lesson_follows_those_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = with_lessons(tmp_path, our_rule=LESSON)
    assert settings_faults(folder / FILE, folder) == []
    for name, value in settings_environment(None, folder).items():
        monkeypatch.setenv(name, value)
    course = open_page("learn", "lang=de")[0]
    assert course.lessons.names[-1] == "our-rule"
    assert "Unsere Hausregel" in course.html
    assert "Von den Leuten, die diese Website betreiben" in course.html
    lesson = open_page("learn", "lesson=our-rule&lang=en")
    assert lesson.fault_panel is None
    assert "Two equal spells" in lesson[0].html
    assert lesson.frame.short == "en/learn/our-rule/"


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [(LESSON.replace('kind = "look"', 'kind = "lok"'), 6, "lok"), ("title = = 3", 1, "Invalid value")],
)
def test_a_fault_in_an_own_lesson_is_told_its_author_alone(
    text: str,
    line: int,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    folder = with_lessons(tmp_path, our_rule=text)
    fault = settings_faults(folder / FILE, folder)[0]
    assert (fault.line_number, fault.fatal, Path(fault.file).name) == (line, False, "our-rule.toml")
    assert words in fault.text("en")
    for name, value in settings_environment(None, folder).items():
        monkeypatch.setenv(name, value)
    shown = open_page("learn", "lesson=our-rule&lang=en")[0].html
    assert "This lesson cannot be opened" in shown
    assert words not in shown
    assert f"our-rule.toml, line {line}" in caplog.text
    monkeypatch.setenv(AUTHOR, "1")
    html = open_page("learn", "lesson=our-rule&lang=en")[0].html
    assert f"our-rule.toml, line {line}" in html
    assert words in html


# -- faults that only the games and the notebooks can find


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ('\nhide = ["practic"]', 2, "Did you mean practice?"),
        ('games = ["twin"]', 1, "Did you mean twing?"),
        ('[game.coin]\nvariant = "x"', 1, "no game"),
        ('[game.twing]\nvariant = "germn"', 2, "german"),
        ('[game.imperium]\nbox = "twingkit.toml"', 2, "box"),
        ('[game.twing]\nbox = "twingkit.toml"', 2, "format"),
    ],
)
def test_what_the_games_do_not_have_is_a_fault(text: str, line: int, words: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    faults = settings_faults(tmp_path / FILE)
    assert [fault.line_number for fault in faults] == [line]
    assert words in faults[0].text("en")
    assert faults[0].fatal


def test_the_faults_of_notebooks_are_named_with_cell_and_line(tmp_path: Path) -> None:
    cell = {"cell_type": "code", "source": ["x = 1\n", "if x:\n"]}
    (tmp_path / "odd.ipynb").write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    (tmp_path / "text.ipynb").write_text("no JSON", encoding="utf-8")
    (tmp_path / "My Page.ipynb").write_text('{"cells": []}', encoding="utf-8")
    faults = {Path(fault.file).name: fault for fault in settings_faults(None, tmp_path)}
    assert {name: fault.message_key for name, fault in faults.items()} == {
        "odd.ipynb": "cell",
        "text.ipynb": "not_notebook",
        "My Page.ipynb": "page_name",
    }
    assert "Cell 1" in faults["odd.ipynb"].text("en")
    assert faults["odd.ipynb"].line_number == 2
    assert not faults["odd.ipynb"].fatal


def test_the_command_names_all_faults_or_says_that_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FILE).write_text('hide = ["x"]\ngames = ["y"]', encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3
    (tmp_path / FILE).write_text('repository = "https://github.com/berta/games/"', encoding="utf-8")
    assert main(["check", str(tmp_path), "--lang", "de"]) == 0
    assert "keine Fehler" in capsys.readouterr().out
    assert main(["button", str(tmp_path)]) == 0
    assert "mybinder.org/v2/gh/berta/games/HEAD" in capsys.readouterr().out


def test_the_button_finds_the_house_of_a_repository_and_names_its_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["button"]) == 0
    assert "in the folder `site-settings`" in capsys.readouterr().out
    settings = tmp_path / "site-settings"
    settings.mkdir()
    (settings / FILE).write_text('repository = "https://github.com/berta/games"', encoding="utf-8")
    assert main(["button"]) == 0
    output = capsys.readouterr()
    assert "mybinder.org/v2/gh/berta/games/HEAD" in output.out
    assert str(Path("site-settings", FILE)) in output.err
    assert main(["button", "--ref", "v1"]) == 0
    assert "mybinder.org/v2/gh/berta/games/v1?" in capsys.readouterr().out


def test_the_readme_has_the_button_of_the_setting_and_no_other_link_to_a_repository() -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    assert binder_button_markdown(PublisherSettings().repository) in readme
    assert "mybinder.org" not in readme
    assert not re.search(r"https://(github|gitlab)\.com", readme)


def test_a_house_begins_as_a_copy_of_the_example_and_nothing_is_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "mine"
    assert main(["new", str(folder)]) == 0
    copies = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert copies == {str(path.relative_to(EXAMPLE)) for path in EXAMPLE.rglob("*") if path.is_file()}
    assert settings_faults(folder / FILE, folder) == []
    (folder / FILE).write_text("changed", encoding="utf-8")
    capsys.readouterr()
    assert main(["new", str(folder)]) == FAULTS_FOUND
    assert "is not empty" in capsys.readouterr().err
    assert (folder / FILE).read_text(encoding="utf-8") == "changed"


def test_a_folder_without_settings_is_reported_to_have_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path)]) == FAULTS_FOUND
    said = capsys.readouterr()
    assert "There are no settings" in said.err
    assert "no faults" not in said.out + said.err
    (tmp_path / "menu.md").write_text("# Menu", encoding="utf-8")
    assert main(["check", str(tmp_path)]) == 0
    assert re.search("no settings: .*twingkit.toml is missing.*: menu", capsys.readouterr().err)


def test_a_folder_that_is_not_there_is_not_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / "nowhere")]) == 2
    assert "Expected a folder" in capsys.readouterr().err


MANY_FAULTS = """
title = { en = "Our house rule", de = "Unsere Hausregel" }
goal = { en = "Know how ties end at our table.", de = "Wisse, wie bei uns ein Gleichstand endet." }
table = "battle F: F5 vs W: W5"
solution = ["tie: attacker"]
mistakes = ["tie: tie -> TW-BAT-17"]

[[step]]
id = "tie"
kind = "predict"
ask = "winner"
play = ["lay F5", "lay W5", "roll 2", "roll 2"]
title = { en = "Who wins?", de = "Wer gewinnt?" }
[[step.option]]
id = "attacker"
text = { en = "The attacker", de = "Wer angreift" }
[[step.option]]
id = "tie"
text = { en = "Nobody", de = "Niemand" }

[[step]]
id = "next"
kind = "answer"
title = { en = "Then", de = "Dann" }

[[step]]
id = "end"
kind = "end"
title = { en = "Done", de = "Fertig" }
"""


def test_all_faults_of_a_lesson_that_is_played_through_are_named_at_once_with_their_lines(
    tmp_path: Path,
) -> None:
    folder = with_lessons(tmp_path, our_rule=MANY_FAULTS)
    faults = settings_faults(folder / FILE, folder)
    fault_texts = [fault.text("en") for fault in faults]
    expected = ["'tie' is allowed, so it is not a mistake", "right is 'tie'", "(set aim)"]
    assert [part for part, text in zip(expected, fault_texts, strict=True) if part not in text] == []
    assert [fault.line_number for fault in faults] == [8, 8, 21]
    assert not any(fault.fatal for fault in faults)
    (folder / "lessons" / "our-rule.toml").write_text(
        MANY_FAULTS.replace("tie: attacker", "later: attacker"), encoding="utf-8"
    )
    faults = settings_faults(folder / FILE, folder)
    assert "'later' is no step" in faults[0].text("en")
    assert faults[0].line_number == 5
    assert [fault.line_number for fault in faults[1:]] == [8, 21], (
        "what can be played is judged at the same time"
    )


def test_a_lesson_says_what_it_lacks(tmp_path: Path) -> None:
    folder = with_lessons(tmp_path, our_rule="x = 1")
    fault_texts = [fault.text("en") for fault in settings_faults(folder / FILE, folder)]
    assert [text.partition("the lesson: ")[2] for text in fault_texts] == [
        "does not have the key 'x'",
        "lacks title, goal, table, [[step]]",
    ]


def test_a_wrong_solution_shows_beside_the_faults_of_what_is_written(tmp_path: Path) -> None:
    text = MANY_FAULTS.replace("tie: attacker", "tie: attacker!").replace(', de = "Wer gewinnt?"', "")
    folder = with_lessons(tmp_path, our_rule=text)
    fault_text = " ".join(fault.text("en") for fault in settings_faults(folder / FILE, folder))
    assert "needs a sentence in each of en, de" in fault_text
    assert "'attacker!'" in fault_text
