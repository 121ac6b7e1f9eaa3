"""The imports of a folder of notebooks are read from their text and loaded before anybody opens one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fresh_python import printed_by

from twingkit_widgets.panel.address.addresses import game_page_by_name
from twingkit_widgets.site import folder
from twingkit_widgets.site.kernels.notebook_imports import NotebookRequirements, notebook_requirements


def notebook(path: Path, *cells: str) -> None:
    written = [{"cell_type": "code", "source": cell.splitlines(keepends=True)} for cell in cells]
    path.write_text(json.dumps({"cells": [{"cell_type": "markdown", "source": "import os"}, *written]}))


def test_pages_and_names_of_the_kit_are_found_in_every_cell(tmp_path: Path) -> None:
    notebook(
        tmp_path / "a.ipynb", "import os\nimport twingkit.core.links", "%matplotlib inline", "page('learn')"
    )
    notebook(tmp_path / "b.ipynb", "from twingkit.twing import odds as chances\nchances('F5 vs W3')")
    notebook(
        tmp_path / "c.ipynb", "from twingkit_widgets.site.page import page\npage('nowhere')\npage('x', y)"
    )
    assert notebook_requirements(tmp_path) == NotebookRequirements(
        pages=("learn",),
        imports=(
            ("twingkit.core.links", ""),
            ("twingkit.twing", "odds"),
            ("twingkit_widgets.site.page", "page"),
        ),
    )


@pytest.mark.parametrize(
    "text", ["", "no notebook", "[]", "{}", '{"cells": 1}', '{"cells": [{"source": 1}]}']
)
def test_what_is_no_notebook_is_passed_over(tmp_path: Path, text: str) -> None:
    (tmp_path / "broken.ipynb").write_text(text)
    assert notebook_requirements(tmp_path) == NotebookRequirements((), ())


def test_what_is_not_to_be_had_is_left_to_the_page() -> None:
    NotebookRequirements((), (("twingkit.nothing", ""), ("twingkit", "nothing"))).import_modules()


def test_a_name_that_a_package_loads_late_is_loaded() -> None:
    code = """if True:
        import sys
        from twingkit_widgets.site.kernels.notebook_imports import NotebookRequirements
        before = "twingkit.twing.exact_odds" in sys.modules
        NotebookRequirements((), (("twingkit.twing", "odds"),)).import_modules()
        print(before, "twingkit.twing.exact_odds" in sys.modules)
    """
    assert printed_by(code).split() == ["False", "True"]


def test_the_notebooks_of_the_site_name_their_pages() -> None:
    assert set(notebook_requirements(folder.site_pages_folder()).pages) == {"index", *game_page_by_name()}
