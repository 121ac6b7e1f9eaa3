"""Core and panels in pure Python: without numpy, pandas, plotly or any other compiled package."""

from __future__ import annotations

from fresh_python import printed_by

PURE = """
import importlib.machinery, importlib.util, pathlib, sys

BLOCKED = {"numpy", "pandas", "plotly", "scipy", "pyarrow"}

class Blocker:
    # Refuses the named packages, and every compiled module outside the standard library.
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in BLOCKED:
            raise ModuleNotFoundError(f"{name} is blocked", name=name)
        found = importlib.machinery.PathFinder.find_spec(name, path)
        compiled = isinstance(getattr(found, "loader", None), importlib.machinery.ExtensionFileLoader)
        if not compiled or "site-packages" not in (found.origin or "") or name.startswith(ALLOWED):
            return None
        source = pathlib.Path(found.origin).parent / (name.rpartition(".")[2] + ".py")
        if source.exists():  # compiled from Python: a pure wheel of the same package exists
            return importlib.util.spec_from_file_location(name, source)
        raise ModuleNotFoundError(f"{name} is compiled and blocked", name=name)

# What the notebook itself brings (the kernel's messaging) is there in every host, in its own build.
ALLOWED = ("zmq", "tornado", "psutil", "debugpy", "_pydevd", "rpds", "charset_normalizer")
sys.meta_path.insert(0, Blocker())

def without(name, package=None, find=importlib.util.find_spec):
    return None if name.partition(".")[0] in BLOCKED else find(name, package)
importlib.util.find_spec = without

from twingkit import Game, twing
line = "F: F5 F3 + F4 & cat vs W: W6 W4 + W3 & cat trap"
game = twing.battle_game(line, seed=1).play(twing.best_battle_answer)
assert game.over and Game.replay(game.record).record == game.record
none, best = twing.odds(line), twing.odds(line, responses="best")
assert abs(none.win + none.tie + none.loss - 1) < 1e-12
assert abs(best.win + best.tie + best.loss - 1) < 1e-12
assert none.margin.total > 0
assert not BLOCKED & set(sys.modules), BLOCKED & set(sys.modules)

from twingkit import imperium
fleets = "space: 2 fighter 2 cruiser 1 carrier @ mb / best vs 2 dreadnought"
fought = imperium.battle_game(fleets, seed=1).play(imperium.assumed_answer)
assert fought.over and Game.replay(fought.record).record == fought.record
battle = imperium.odds(fleets)
landed = imperium.odds("invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry")
plan = imperium.odds_with_retreat("space: 3 cruiser vs 2 dreadnought", "attacker", below=0.1)
assert not BLOCKED & set(sys.modules), BLOCKED & set(sys.modules)
print(f"{best.win:.9f} {battle.win:.9f} {landed.win:.9f} {plan.escape_chance:.9f}")
"""

PANELS = """
import twingkit_widgets
from twingkit_widgets.twing.play.battle_panel import BattlePanel
from twingkit_widgets.twing.lab.battle_lab import BattleLab
from twingkit_widgets.read.rulebook.panel import RulebookPanel
from twingkit_widgets import open_lab
stepper = BattlePanel(line)
for _ in range(4):
    stepper.do("next")
assert stepper.error is None and "TW-BAT" in stepper.html
assert "TW-BAT" in RulebookPanel().html and "F5" in BattleLab(line).html
assert "IM-" in RulebookPanel(game="imperium").html
assert open_lab("imperium-battle", fleets).error is None
assert not BLOCKED & set(sys.modules), BLOCKED & set(sys.modules)
"""


def test_the_core_plays_and_both_odds_answer_without_compiled_packages():
    from twingkit import imperium, twing

    best = twing.odds("F: F5 F3 + F4 & cat vs W: W6 W4 + W3 & cat trap", responses="best")
    fleets = imperium.odds("space: 2 fighter 2 cruiser 1 carrier @ mb / best vs 2 dreadnought")
    landed = imperium.odds("invasion: 2 cruiser 1 carrier 3 infantry vs 1 carrier 1 infantry")
    plan = imperium.odds_with_retreat("space: 3 cruiser vs 2 dreadnought", "attacker", below=0.1)
    shares = (best.win, fleets.win, landed.win, plan.escape_chance)
    assert printed_by(PURE).split() == [f"{share:.9f}" for share in shares]


def test_the_panels_import_and_the_first_battle_steps_without_compiled_packages():
    printed_by(PURE + PANELS)


def test_the_core_never_imports_the_panels_or_a_notebook_package():
    code = """
import sys
from twingkit import imperium, twing
twing.odds("F: F5 vs W: W6")
imperium.odds("space: 1 cruiser vs 1 carrier")
loaded = {name.partition(".")[0] for name in sys.modules}
assert not loaded & {"twingkit_widgets", "ipywidgets", "anywidget", "IPython", "numpy", "pandas"}, loaded
"""
    printed_by(code)
