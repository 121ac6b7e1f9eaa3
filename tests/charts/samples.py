"""A frame for every figure, and the texts and data of the figure."""

from __future__ import annotations

from typing import Any

import pandas as pd
import pytest

from twingkit import charts, ember, imajica, imperium, twing
from twingkit.analyse.charts import theme
from twingkit.core.language import language, localized
from twingkit.core.words import LANGUAGES

LINE = "F: F5 F3 + F4 & cat vs W: W6 W4 + W3 & trap"

FLEETS = "space: 3 cruiser vs 2 dreadnought"

SHARES = {"win": 0.5, "tie": 0.2, "loss": 0.3}


def frame(rows: list[dict[str, Any]], **said: Any) -> pd.DataFrame:
    made = pd.DataFrame(rows)
    made.attrs = said
    return made


def node(name: str, parent: str, mover: str, label: str, win: float, best: bool) -> dict[str, Any]:
    shares = {"win": win, "tie": 0.0, "loss": 1 - win, "edge": 2 * win - 1}
    said = {"answer": label, "label": label, "best": best, "reason": f"because of {label}"}
    return {"id": name, "parent": parent, "depth": 0, "mover": mover, **shares, **said}


def moved(win: float, win_best: float, mark: str) -> dict[str, Any]:
    return {"win": win, "win_best": win_best, "mark": mark}


def change(side: str, label: str, edge_change: float, rules: str, reason: str) -> dict[str, Any]:
    return {"side": side, "label": label, "edge_change": edge_change, "rules": rules, "reason": reason}


FRAMES: dict[str, pd.DataFrame] = {
    "odds": frame(
        [{"battle": LINE, **SHARES}, {"battle": "F: F5 vs W: W6", "win": 0.2, "tie": 0.0, "loss": 0.8}],
        responses="best",
    ),
    "advice": frame(
        [
            {"option": "F5 F3", "reply": "W6", "rank": 1, "edge": 0.2, **SHARES},
            {"option": "F5", "reply": "W6", "rank": 2, "edge": -0.6, "win": 0.2, "tie": 0.0, "loss": 0.8},
        ],
        situation="F: hand F5 F3 vs W: hand W6",
        side="attacker",
        goal="win",
        responses="best",
    ),
    "review": frame(
        [
            {"player": "p1", "place": 2, "answer": "F5", "best": "F5", **moved(0.6, 0.6, "")},
            {"player": "p2", "place": 3, "answer": "W6", "best": "W4", **moved(0.3, 0.5, "blunder")},
        ],
        players=["p1", "p2"],
        curve=[
            {"place": place, "chances": (win, 1 - win), "errors": (0.05, 0.05)}
            for place, win in ((0, 0.5), (2, 0.6), (3, 0.7), (4, 1.0))
        ],
    ),
    "worth": frame(
        [
            {**change("attacker", "+ cat", 0.3, "TW-BAT-11", "A cat."), "per_resource": 0.15},
            change("attacker", "+ trap", 0.0, "", "None."),
            change("defender", "− trap", -0.1, "TW-BAT-13", "A trap."),
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
        {"share": [0.3, 0.7], "low": [0.2, 0.6], "high": [0.4, 0.8], "games": 90, "fair_share": 0.5},
        index=pd.Index(["random", "greedy"], name="policy"),
    ),
    "duel": frame(
        [
            {"outcome": "2-0", "chance": 0.5, "result": "win"},
            {"outcome": "1-1", "chance": 0.5, "result": "tie"},
        ],
        duel="duel F: F5 / F4 / F3 vs W: W5 / W4 / W3",
    ),
    "endgame": frame([{"outcome": "win loss", "chance": 0.4}, {"outcome": "win win", "chance": 0.6}]),
    "curves": frame(
        [
            {"x": x, "series": name, "win": 0.3 + lead * x, "low": 0.25 + lead * x, "high": 0.4 + lead * x}
            for name, lead in (("cat", 0.02), ("trap", 0.05))
            for x in range(8)
        ],
        x_label="Points",
    ),
    "means": frame(
        [
            {"label": "two players", "mean": 44.5, "low": 41.0, "high": 48.0, "games": 90},
            {"label": "three players", "mean": 52.0, "low": 47.0, "high": 59.0, "games": 90},
        ],
        measure="answers",
    ),
    "spread": frame(
        [{"label": "two players", "p5": 1, "p25": 2, "median": 3, "p75": 4, "p95": 9, "mean": 3.1}],
        x_label="Points",
    ),
    "retreat": frame(
        [
            {"plan": "below", "below": share / 4, "saved": share, "given_up": share / 20, "first": 1}
            for share in range(4)
        ]
        + [{"plan": "round", "below": 0.0, "saved": 2.0, "given_up": 0.4, "first": 2}],
        side="attacker",
        battle=FLEETS,
    ),
    "cheapest": frame(
        [{"cost": 1, "units": "1 fighter", "win": 0.6}, {"cost": 2, "units": "1 cruiser", "win": 0.85}],
        side="attacker",
        min_win_chance=0.8,
        battle=FLEETS,
    ),
    "invasion": frame(
        [
            {"stage": "space", "label": "alone in space", "chance": 0.9, "forces": 3.0},
            {"stage": "ground", "label": "the planet is taken", "chance": 0.7, "forces": 1.5},
        ],
        battle="invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry",
    ),
    "reach": frame(
        [
            {"turns": turns, "creature": name, "chance": turns * chance}
            | {"value": 5, "cost": "N3", "discard": "A9"}
            for name, chance in (("dryad", 0.1), ("salamander", 0.3))
            for turns in (1, 2)
        ],
        line="A6 E6 F8 A9 W1",
    ),
    "keep": frame(
        [
            {"discard": "A9", "kept": "W1 A6 E6 F8", "chance": 0.1, "count": 5, "of": 50},
            {"discard": "", "kept": "W1 A6 E6 A9", "chance": 0.08, "count": 4, "of": 50},
        ]
    ),
    "race": frame(
        [
            {"rounds": turns, "end_reason": "call" if turns % 3 else "points", "caller": "p1"}
            for turns in (12, 14, 14, 15, 17, 21, 60)
        ]
    ),
    "stopping": frame(
        [
            {"player": "p2", "cards": "lightning", "count": 1, "chance": 0.7, "complete": False},
            {"player": "p3", "cards": "", "count": float("nan"), "chance": 0.0, "complete": True},
        ]
    ),
    "defenders": frame(
        [
            {"defenders": "irish toll-guard", "attack": 16, "defence": 15, "dead": "", "lives": True},
            {"defenders": "", "attack": 16, "defence": 4, "dead": "gideon", "lives": False},
        ]
    ),
    "forces": frame(
        [
            {"order": "gideon lamp-boy", "prime": 6, "magic": 5, "strength": 5},
            {"order": "huzzah-aping lamp-boy", "prime": 6, "magic": 8, "strength": 2},
        ],
        limit=7,
    ),
}

NAMES = sorted(FRAMES)

each_figure = pytest.mark.parametrize("name", NAMES)

each_language = pytest.mark.parametrize("lang", LANGUAGES)

each_theme = pytest.mark.parametrize("ground", sorted(theme.PALETTE_BY_THEME))


@localized
def drawn(name: str, lang: str | None = None, ground: str = "light", made: Any = None) -> Any:
    return function(name)(FRAMES[name] if made is None else made, lang=language(), theme=ground)


def function(name: str) -> Any:
    """Return the function that draws figures of that name."""
    own = (game.charts for game in (twing, imperium, ember, imajica) if name in game.charts.__all__)
    return getattr(next(own, charts), name)
