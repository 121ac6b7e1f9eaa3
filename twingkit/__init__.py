"""twingkit: the rules of tabletop games with cards and dice, to learn, to play and to analyse.

Each game is a package, and all of them use the same names for the same things; this level holds what games
share.

    from twingkit import twing                     Imperial Twing: dir(twing), help(twing)
    from twingkit import imperium                  Twilight Imperium: battles of fleets, and whole games
    from twingkit import ember, imajica            Ember, Imajica

    twing.odds(line)                               exact odds of a battle; also imperium.odds
    twing.odds_many(lines)                         of many battles, as a DataFrame
    twing.sample_battles(10_000, seed=1)           random battles to analyse
    twing.rulebook()["TW-BAT-16"]                  a rule: its text, its source
    twing.battle_game(line), twing.new_game()      a `Game`: answer, undo, what_if, record, replay

    twingkit.sweep(twing.odds, line, {"n": [1, 2]})  any of these over a grid of values
    from twingkit import charts                    a figure of any such table: charts.odds(frame)
    twingkit.set_defaults(lang="de", theme="dark") from now on, of all analyses and figures
    twingkit.simulate(1000, players)               thousands of whole games; twing.simulate for one game
    from twingkit import arena                     runs of many games: resume, compare, fit strengths
    from twingkit import policies, quiz, rl        computer players, questions, reinforcement learning
    twingkit.explain(game)                         why the best answer is better than the next best one
    twingkit.review(game, budget=60)               every decision of a game compared with the best one

Errors are one of: `Fault` (an invalid value; its subclasses include `BudgetError`, `BatchError` and
`VariantError`), `NotationError` (a line that cannot be parsed), `IllegalBattleError` (a battle that the rules
forbid), `Refusal`, `BadAnswer` and `RecordError` (in a game), `BoxError` (a file of cards or units). On the
command line: `twingkit --help`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twingkit.core.lazy_imports import lazy_exports
from twingkit.core.version import __version__ as __version__

if TYPE_CHECKING:
    from twingkit.analyse import arena as arena
    from twingkit.analyse import charts as charts
    from twingkit.analyse.arena.many_games import simulate as simulate
    from twingkit.analyse.charts.setting import set_defaults as set_defaults
    from twingkit.analyse.reports.batches import BatchError as BatchError
    from twingkit.analyse.sweeps.ranges import expected_results as expected_results
    from twingkit.analyse.sweeps.sweep import sweep as sweep
    from twingkit.core.cards.box_faults import BoxError as BoxError
    from twingkit.core.messages import Fault as Fault
    from twingkit.core.notation import IllegalBattleError as IllegalBattleError
    from twingkit.core.notation import NotationError as NotationError
    from twingkit.core.play import BadAnswer as BadAnswer
    from twingkit.core.play import Game as Game
    from twingkit.core.play import Question as Question
    from twingkit.core.play import RecordError as RecordError
    from twingkit.core.play import Refusal as Refusal
    from twingkit.core.play import Roll as Roll
    from twingkit.core.rulebook import Rule as Rule
    from twingkit.core.rulebook import Rulebook as Rulebook
    from twingkit.core.rulebook import Ruling as Ruling
    from twingkit.core.rulebook.rule_errors import UnknownRule as UnknownRule
    from twingkit.core.slices import BudgetError as BudgetError
    from twingkit.core.slices import SlowError as SlowError
    from twingkit.core.variants.switches import VariantError as VariantError
    from twingkit.learn import quiz as quiz
    from twingkit.learn.reviews.table import curve_table as curve_table
    from twingkit.learn.reviews.table import luck_table as luck_table
    from twingkit.learn.reviews.table import review as review
    from twingkit.odds.distribution import Distribution as Distribution
    from twingkit.odds.odds import ExactOdds as ExactOdds
    from twingkit.odds.odds import Odds as Odds
    from twingkit.players import policies as policies
    from twingkit.players import rl as rl
    from twingkit.players.lookahead.explaining import explain as explain
    from twingkit.players.lookahead.explanation import Explanation as Explanation
else:
    __all__, __getattr__, _names = lazy_exports(__name__)

    def __dir__() -> list[str]:
        """List the public names, the packages that games share, and the games of the kit."""
        from importlib.util import find_spec

        from twingkit.core.games import games  # looked for when somebody asks

        own = (entry.id for entry in games() if find_spec(f"{__name__}.{entry.id}"))
        return sorted({*_names(), *own})
