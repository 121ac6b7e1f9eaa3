"""Every line in README and documentation, given to `twingkit step` and `twingkit odds`: it works, or one
sentence says why it is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from twingkit.cli import app
from twingkit.core.running import running_script

ROOT = Path(__file__).parents[2]
TEXTS = [path.read_text(encoding="utf-8") for path in (ROOT / "README.md", *sorted(ROOT.glob("docs/*.md")))]
BLOCKS = [block for text in TEXTS for block in re.findall(r"```line\n(.*?)```", text, re.DOTALL)]
TYPED = [line for text in TEXTS for line in re.findall(r'twingkit \w+ "([^"…]+)"', text)]
LINES = list(dict.fromkeys([line for block in BLOCKS for line in block.splitlines()] + TYPED))

MOST = 3_000
"""The largest number of answers: more than a game that begins with such a line has."""


@pytest.fixture
def bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stop an endless game before it fills the memory."""
    monkeypatch.setattr(running_script, "MAX_ANSWERS", MOST)


def test_all_games_show_some() -> None:
    assert {line.partition(" ")[0] for line in LINES} >= {
        "F:",
        "space:",
        "ground:",
        "ember:",
        "imajica:",
        "duel",
    }


@pytest.mark.usefixtures("bounded")
@pytest.mark.parametrize("line", LINES)
def test_a_documented_line_is_played_to_its_end_or_refused(line: str) -> None:
    for lang, seed in (("en", "1"), ("de", "2"), ("en", "3")):
        done = CliRunner().invoke(app, ["step", line, "--seed", seed, "--lang", lang])
        assert done.exit_code in (0, 2), done.output
        assert str(MOST) not in done.stderr, "it found no end"
        assert (len(done.stdout.splitlines()) > 5) == (done.exit_code == 0)
        assert len(done.stderr.splitlines()) == (done.exit_code == 2)


@pytest.mark.usefixtures("bounded")
@pytest.mark.parametrize("line", LINES)
def test_a_documented_line_has_odds_or_says_why_not(line: str) -> None:
    done = CliRunner().invoke(app, ["odds", line])
    assert done.exit_code in (0, 2), done.output
    assert bool(done.stdout) == (done.exit_code == 0)
    assert len(done.stderr.splitlines()) == (done.exit_code == 2)
