"""The program of a published site: packages, and the code for the browser, tried without one."""

from __future__ import annotations

import gzip
import json
import marshal
import os
import re
import subprocess
import sys
import tomllib
import traceback
from pathlib import Path
from typing import Any

import pytest
import typer
from jinja2 import Environment

from twingkit.core.words import LANGUAGES
from twingkit_widgets.learn.lesson.views import lesson_pictures_of
from twingkit_widgets.panel.address.addresses import (
    FOLDERS,
    PART_PARAMETER_BY_KIND,
    ROOT,
    canonical_address,
    page_href,
)
from twingkit_widgets.panel.settings.own_page import own_pages
from twingkit_widgets.site.page_parts import PARTS
from twingkit_widgets.static_site.__main__ import main, write_zip
from twingkit_widgets.static_site.browser_python import FILES, PublishError, pyodide_folder
from twingkit_widgets.static_site.compile_all import HEADER_BYTES, compile_all
from twingkit_widgets.static_site.in_browser.toml_as_json import MARK, loads
from twingkit_widgets.static_site.program import (
    PageRequirements,
    compress_with_gzip,
    pack_files,
    package_roots,
    replace_toml_with_json,
)
from twingkit_widgets.static_site.publish import (
    page_cell,
    publish_static_site,
    publisher_cells,
    replace_folder,
)

ROOTS = (Path(__file__).parents[2] / "twingkit", Path(__file__).parents[2] / "widgets/twingkit_widgets")

POINTS = {"twingkit.games": [["twing", "twingkit.twing.entry:GAME"]]}


def viewed(cells: list[dict[str, str]], page: str = "own", file: str | None = "own.ipynb") -> dict[str, Any]:
    """Return the first views of a page with these cells."""
    request = json.dumps({"page": page, "cells": cells, "entry_points": POINTS, "file": file})
    command = [sys.executable, "-m", "twingkit_widgets.static_site.first_views"]
    run = subprocess.run(command, input=request, capture_output=True, text=True, check=True)
    answer: dict[str, Any] = json.loads(run.stdout)
    return answer


def test_links_lead_to_folders_where_there_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    assert set(PART_PARAMETER_BY_KIND) == set(PARTS)
    monkeypatch.setenv(ROOT, "")
    monkeypatch.setenv(FOLDERS, "1")
    assert page_href("rulebook", rule="TW-BAT-16") == "en/rulebook/TW-BAT-16/"
    assert page_href("puzzles", puzzle="twing-1") == "en/puzzles/?puzzle=twing-1"
    assert canonical_address("puzzles", puzzle="twing-1") == "en/puzzles/?puzzle=twing-1"


def test_a_pack_holds_files_one_after_the_other_and_is_the_same_every_time(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/one.txt").write_bytes(b"1\n1")
    (tmp_path / "two.txt").write_bytes(b"22")
    packed = pack_files(tmp_path, ["two.txt", "a/one.txt"])
    head, _, content = gzip.decompress(packed).partition(b"\n")
    assert json.loads(head) == [["a/one.txt", 3], ["two.txt", 2]]
    assert content == b"1\n122"
    assert packed == pack_files(tmp_path, ["a/one.txt", "two.txt"])


@pytest.mark.parametrize("smallest", [False, True])
def test_a_compressed_file_is_gzip_and_the_same_every_time(smallest: bool) -> None:
    content = b"three spells of fire, " * 99
    packed = compress_with_gzip(content, smallest)
    assert gzip.decompress(packed) == content
    assert packed == compress_with_gzip(content, smallest)


def test_a_compiled_program_names_where_it_broke_by_file_and_function(tmp_path: Path) -> None:
    lines = ["", "def outer(hand):", "    def inner(card):", "        card += 1", "        return hand[card]"]
    source = "\n".join([*lines, "    return inner", ""])
    (tmp_path / "lays.py").write_text(source)
    compile_all(tmp_path)
    lays: dict[str, Any] = {}
    exec(marshal.loads((tmp_path / "lays.pyc").read_bytes()[HEADER_BYTES:]), lays)
    assert lays["outer"](["F5", "W1"])(0) == "W1"
    with pytest.raises(IndexError) as fault:
        lays["outer"]([])(0)
    *_, frame = traceback.extract_tb(fault.value.__traceback__)
    assert (frame.filename, frame.name, frame.lineno) == (
        "lays.py",
        "inner",
        lines.index("    def inner(card):") + 1,
    )


def test_packages_are_found_by_their_modules_and_pythons_own_are_none() -> None:
    uses = PageRequirements({"coin": "/x/coin/__init__.py", "coin.rules": "/x/coin/rules.py",
    "json": "/l/json.py",
                 "single": "/x/single.py", "__main__": "/x/run.py"}, ())  # fmt: skip
    roots = package_roots([uses])
    assert roots.pop("in_browser").name == "in_browser"
    assert roots == {"coin": Path("/x/coin"), "single": Path("/x/single.py")}


def test_what_the_tools_of_a_page_ask_for_is_published_and_comes_later() -> None:
    answer = viewed([page_cell("learn")], "learn")
    assert "segno.encoder" in answer["asked"]
    assert "segno" not in answer["modules"], "few visitors ask for a QR code"
    assert "segno" in package_roots([PageRequirements(answer["modules"], (), answer["asked"])])


def test_cells_show_what_a_notebook_shows() -> None:
    cells = [{"html": "<p>Read</p>"}, {"code": "print('2 < 3')\nx = 6"}, {"code": "x * 7"}, {"code": "None"}]
    answer = viewed(cells)
    shown = [model.get("html", model.get("text")) for model in answer["views"]["en/"]]
    assert shown == ["<p>Read</p>", "<pre>2 &lt; 3\n</pre>", "42"]
    assert list(answer["views"]) == ["en/", "de/"]


@pytest.mark.parametrize(
    ("code", "said"),
    [("x = 1\n1 / 0", "cell 1, line 2: ZeroDivisionError"), ("x ==", "cell 1, line 1: SyntaxError"),
     ("import numpy", "cell 1, line 1: ModuleNotFoundError")],
)  # fmt: skip
def test_a_fault_of_an_own_page_is_told_with_its_cell_and_line(code: str, said: str) -> None:
    assert viewed([{"code": code}])["fault"].startswith(f"own.ipynb, {said}")


def test_chance_begins_the_same_so_that_first_views_are_what_was_published() -> None:
    assert viewed([page_cell("play")], "play")["views"] == viewed([page_cell("play")], "play")["views"]


def test_a_page_brings_the_style_that_its_panel_was_given_besides_that_of_its_class() -> None:
    answer = viewed([page_cell("learn")], "learn", None)
    worn = {model["style"] for models in answer["views"].values() for model in models if "style" in model}
    assert worn == set(answer["styles"])
    assert any(lesson_pictures_of("twing").css in text for text in answer["styles"].values())


def test_a_text_with_the_tag_of_a_language_shows_in_that_language_alone(tmp_path: Path) -> None:
    cells = [
        {"cell_type": "markdown", "metadata": {"tags": tags}, "source": "Text"}
        for tags in (["lang-de"], ["lang-en", "x"], ["x"], [])
    ]
    notebook = tmp_path / "club.ipynb"
    notebook.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    (own,) = own_pages(tmp_path)
    classes = [re.search('class="(.*?)"', cell["html"])[1] for cell in publisher_cells(own)[1:]]  # type: ignore[index]
    assert classes == ["tk-text celltag_lang-de", "tk-text celltag_lang-en", "tk-text", "tk-text"]
    template = (ROOTS[1] / "site/template/frame.html.j2").read_text(encoding="utf-8")
    frame: Any = Environment(autoescape=True).from_string(template)
    rules = str(frame.module.unwanted(LANGUAGES))
    for shown, hidden in (("de", "en"), ("en", "de")):
        assert f':root[lang="{shown}"] .celltag_lang-{hidden} {{ display: none; }}' in rules
        assert f':root[lang="{shown}"] .celltag_lang-{shown}' not in rules


def test_a_notebook_gets_the_frame_of_the_site_and_its_text_is_no_markup(tmp_path: Path) -> None:
    code_cell = {"cell_type": "code", "metadata": {}, "source": "1", "outputs": [], "execution_count": None}
    cells = [{"cell_type": "markdown", "metadata": {}, "source": "*We* <script>x</script>"}, code_cell]
    notebook = tmp_path / "club.ipynb"
    notebook.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
    (own,) = own_pages(tmp_path)
    frame, text, code = publisher_cells(own)
    assert frame == page_cell("club")
    assert "<em>We</em>" in text["html"]
    assert "<script" not in text["html"]
    assert code == {"code": "1", "number": "2"}, "as its author counts cells"


def test_a_folder_with_other_things_in_it_is_not_written_over(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear", encoding="utf-8")
    with pytest.raises(PublishError, match="is not empty"):
        publish_static_site(tmp_path, pyodide=tmp_path, node="node")
    assert (tmp_path / "letter.txt").read_text(encoding="utf-8") == "dear"


def test_what_was_published_stays_until_the_new_one_is_there(tmp_path: Path) -> None:
    folder, made = tmp_path / "site", tmp_path / "made"
    folder.mkdir()
    (folder / "index.html").write_text("before", encoding="utf-8")
    with pytest.raises(FileNotFoundError):
        replace_folder(made, folder, tmp_path / "aside")  # there is none yet
    assert (folder / "index.html").read_text(encoding="utf-8") == "before"
    made.mkdir()
    (made / "index.html").write_text("after", encoding="utf-8")
    replace_folder(made, folder, tmp_path / "aside")
    assert (folder / "index.html").read_text(encoding="utf-8") == "after"
    assert (tmp_path / "aside" / "index.html").read_text(encoding="utf-8") == "before"


def test_what_is_not_pyodide_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PublishError, match=f"{FILES[0]}.* is missing"):
        pyodide_folder(tmp_path)
    other = tmp_path / "pyodide.tgz"
    other.write_bytes(b"something else")
    with pytest.raises(PublishError, match="SHA-512"):
        pyodide_folder(other)
    with pytest.raises(PublishError, match="cannot be read"):
        pyodide_folder(tmp_path / "none.tgz")


def test_a_zip_of_the_same_files_is_the_same(tmp_path: Path) -> None:
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "index.html").write_text("hello", encoding="utf-8")
    for name in ("one.zip", "two.zip"):
        write_zip(folder, tmp_path / name)
    first, second = ((tmp_path / name).read_bytes() for name in ("one.zip", "two.zip"))
    assert first.replace(b"one/", b"two/") == second


@pytest.mark.parametrize(
    ("file", "said"),
    [("site/site.zip", "part of the site"), ("none/site.zip", "no folder"), ("there", "cannot be written")],
)
def test_a_zip_that_cannot_be_written_is_refused_before_anything_is_published(
    file: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", {**os.environ})
    for folder in ("site", "there"):
        (tmp_path / folder).mkdir()
    with pytest.raises(typer.Exit) as ended:
        main(tmp_path / "site", as_zip=tmp_path / file)
    assert ended.value.exit_code == 2
    assert said in capsys.readouterr().err


def test_every_toml_file_of_the_kit_is_the_same_as_json(tmp_path: Path) -> None:
    files = [path for root in ROOTS for path in sorted(root.rglob("*.toml"))]
    assert len(files) > 50
    for file in files:
        copy = tmp_path / file.name
        copy.write_bytes(file.read_bytes())
        replace_toml_with_json(copy)
        text = copy.read_text(encoding="utf-8")
        assert text.startswith(MARK), file
        assert loads(text) == tomllib.loads(file.read_text(encoding="utf-8")), file


def test_toml_that_was_not_read_before_is_read_as_ever() -> None:
    assert loads("a = [1, 2]") == {"a": [1, 2]}
    with pytest.raises(tomllib.TOMLDecodeError, match="line 2"):
        loads("a = 1\nb = ?\n")


def test_toml_with_a_date_stays_toml(tmp_path: Path) -> None:
    file = tmp_path / "day.toml"
    file.write_text("day = 2026-11-21", encoding="utf-8")
    replace_toml_with_json(file)
    assert file.read_text(encoding="utf-8") == "day = 2026-11-21"
