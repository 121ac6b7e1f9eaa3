"""What every lab says: each sentence is said somewhere, in both languages, and no lab repeats it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from twingkit_widgets import fleet_words, lab_words, workbench
from twingkit_widgets.wording import LANGUAGES, Words

FOLDER = Path(workbench.__file__).parent
SHARED = ("workbench", "typed_line", "notices", "question_tabs")
LABS = {"battle_lab": lab_words.WORDS, "fleet_lab": fleet_words.WORDS}


def said_in(*modules: str) -> set[str]:
    """The keys that stand in these modules."""
    source = "".join((FOLDER / f"{name}.py").read_text(encoding="utf-8") for name in modules)
    return set(re.findall(r"""["']([a-z]+\.[a-z_]+)["']""", source))


def test_every_shared_sentence_is_said_and_has_the_same_gaps():
    used = said_in(*SHARED, *LABS, "lab_notices", "fleet_notices")
    for key in workbench.WORDS:
        assert key in used, key
        gaps = [set(re.findall(r"\{(\w+)", workbench.WORDS._texts[key][lang])) for lang in LANGUAGES]
        assert gaps[0] == gaps[1], key


@pytest.mark.parametrize("own", LABS.values(), ids=LABS)
def test_what_the_shared_modules_say_stands_in_one_catalogue(own: Words):
    for key in said_in(*SHARED):
        assert key in {*own, *workbench.WORDS}, key
    for key in set(own) & set(workbench.WORDS):
        assert own._texts[key] != workbench.WORDS._texts[key], f"{key}: it need not be said again"
