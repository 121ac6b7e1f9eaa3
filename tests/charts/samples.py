"""A frame of every figure, and what a figure says and shows."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from twingkit import charts, twing
from twingkit.charts import theme
from twingkit.words import LANGUAGES

LINE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W3 & trap"

SHARES = {"win": 0.5, "tie": 0.2, "loss": 0.3}


def frame(rows: list[dict[str, Any]], **said: Any) -> pd.DataFrame:
    made = pd.DataFrame(rows)
    made.attrs = said
    return made


def node(name: str, parent: str, mover: str, label: str, win: float, best: bool) -> dict[str, Any]:
    shares = {"win": win, "tie": 0.0, "loss": 1 - win, "edge": 2 * win - 1}
    said = {"answer": label, "label": label, "best": best, "reason": f"because of {label}"}
    return {"id": name, "parent": parent, "depth": 0, "mover": mover, **shares, **said}


FRAMES: dict[str, pd.DataFrame] = {
    "odds": frame(
        [{"battle": LINE, **SHARES}, {"battle": "F: F5 vs W: W6", "win": 0.2, "tie": 0.0, "loss": 0.8}],
        responses="best",
    ),
    "advice": frame(
        [
            {"lay": "F5 F3", "answer": "W6", "rank": 1, "edge": 0.2, **SHARES},
            {"lay": "F5", "answer": "W6", "rank": 2, "edge": -0.6, "win": 0.2, "tie": 0.0, "loss": 0.8},
        ],
        situation="F: hand F5 F3 vs W: hand W6",
        side="attacker",
        goal="win",
        responses="best",
    ),
    "review": frame(
        [
            {"player": 1, "place": 2, "answer": "F5", "best": "F5", "win": 0.6, "win_best": 0.6, "mark": ""},
            {
                "player": 2,
                "place": 3,
                "answer": "W6",
                "best": "W4",
                "win": 0.3,
                "win_best": 0.5,
                "mark": "blunder",
            },
        ],
        seats=["p1", "p2"],
        curve=[
            {"place": place, "chances": (win, 1 - win), "errors": (0.05, 0.05)}
            for place, win in ((0, 0.5), (2, 0.6), (3, 0.7), (4, 1.0))
        ],
    ),
    "card_worth": frame(
        [
            {
                "side": "attacker",
                "label": "+ cat",
                "edge_change": 0.3,
                "rules": "TW-BAT-11",
                "reason": "A cat.",
            },
            {"side": "attacker", "label": "+ trap", "edge_change": 0.0, "rules": "", "reason": "None."},
            {
                "side": "defender",
                "label": "− trap",
                "edge_change": -0.1,
                "rules": "TW-BAT-13",
                "reason": "A trap.",
            },
        ],
        battle=LINE,
        responses="best",
    ),
    "heat_map": frame(
        [{"x": x, "y": y, "win": x / 4} for x in range(5) for y in ("cat", "no cat")],
        x_label="Spell",
        y_label="Card",
        battle=LINE,
    ),
    "margins": frame(
        [{"margin": -1, "chance": 0.2}, {"margin": 0, "chance": 0.1}, {"margin": 2, "chance": 0.5}],
        battle=LINE,
        critical_win=0.1,
        critical_tie=0.02,
        critical_loss=0.08,
    ),
    "response_tree": frame(
        [
            node("a", "", "attacker", "start", 0.5, True),
            node("b", "a", "attacker", "cat", 0.5, True),
            node("c", "a", "attacker", "pass", 0.2, False),
            node("d", "b", "dice", "the die", 0.5, True),
        ],
        battle=LINE,
    ),
    "effects": frame(
        [
            {"label": "Hat", "change": -0.04, "low": -0.06, "high": -0.02, "games": 900},
            {"label": "Bear", "change": 0.12, "low": 0.09, "high": 0.15, "games": 900},
            {"label": "Ring", "change": 0.01, "low": -0.02, "high": 0.04, "games": 900},
        ],
        by="object",
        confidence=0.9,
        games=1900,
    ),
    "shares": pd.DataFrame(
        {"share": [0.3, 0.7], "low": [0.2, 0.6], "high": [0.4, 0.8], "games": [90, 90], "chance": [0.5, 0.5]},
        index=pd.Index(["random", "greedy"], name="policy"),
    ),
    "scaling": frame(
        [
            {"games": n, "workers": w, "seconds": n / 50 / w**0.9}
            for n in (100, 1000, 10000)
            for w in (1, 2, 4)
        ],
        computer="4 cores",
    ),
    "duel": frame(
        [
            {"outcome": "2-0", "chance": 0.5, "result": "win"},
            {"outcome": "1-1", "chance": 0.5, "result": "tie"},
        ],
        duel="duel F: F5 / F4 / F3 vs W: W5 / W4 / W3",
    ),
    "endgame": frame([{"outcome": "win loss", "chance": 0.4}, {"outcome": "win win", "chance": 0.6}]),
}

NAMES = sorted(FRAMES)

each_figure = pytest.mark.parametrize("name", NAMES)

each_language = pytest.mark.parametrize("lang", LANGUAGES)

each_theme = pytest.mark.parametrize("ground", sorted(theme.THEMES))


def drawn(name: str, lang: str = "en", ground: str = "light", made: Any = None) -> Any:
    return getattr(twing.charts if name in twing.charts.__all__ else charts, name)(
        FRAMES[name] if made is None else made, lang=lang, theme=ground
    )
