"""Going through one battle of fleets: its stages, the dice on show, the losses of a step. No widgets here."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ClassVar

import attrs

from twingkit.core.language import said_in
from twingkit.core.play import Entry, Game
from twingkit.core.rulebook import Rulebook
from twingkit.imperium.battle.exact_odds.odds_now import odds_now
from twingkit.imperium.battle.exact_odds.steps_walk import WalkError
from twingkit.imperium.battle.notation.battle_line import ROLES, Battle
from twingkit.imperium.battle.other_loss_order import played_in
from twingkit.imperium.battle.rules.counted import counted
from twingkit.imperium.battle.rules.dice.volley import FACES, Thrown, Volley
from twingkit.imperium.battle.rules.force import State
from twingkit.imperium.battle.rules.losses.combat_hits import taken_off
from twingkit.imperium.battle.rules.losses.loss_order import Policy
from twingkit.imperium.battle.rules.questions import Assign, Decision, Play, Retreat, Throw
from twingkit.imperium.battle.rules.table import BattleTable
from twingkit.imperium.battle.rules.target import Target
from twingkit.imperium.battle.starts import BattleStart
from twingkit.imperium.texts.rulebook import rulebook
from twingkit.odds.odds import Odds
from twingkit_widgets.imperium.pictures.names import unit_name
from twingkit_widgets.imperium.stepper.game_steps import GameSteps, Said, StepFault
from twingkit_widgets.imperium.stepper.losses import Losses
from twingkit_widgets.imperium.stepper.stage import Stage, stage_of
from twingkit_widgets.imperium.stepper.words import WORDS, hits_text, step_say
from twingkit_widgets.lab.workbench_words import lab_sentence
from twingkit_widgets.panel.wording import LANGUAGES

ASSIGNING = ("IM-SPACE-7", "IM-INV-7")
"""The rules by which hits are taken, in space and on the ground."""

MOST_WALKS = 2000
"""The limit of work for the odds of a single step: a fraction of a second."""


@attrs.frozen
class Cast:
    """Dice that lie on the table: which answer of the record they are (from 0), what was thrown, and how it
    fell."""

    place: int
    throw: Throw
    thrown: Thrown

    @property
    def volley(self) -> Volley:
        """The dice, and what each must show."""
        return self.throw.volley


class FleetGame(GameSteps):
    """One battle of fleets being stepped through, from its line."""

    deciding = ("IM-SPACE-10", "IM-INV-8", "IM-ODDS-4")
    keeps_dice: ClassVar[bool] = False
    """True if the dice of a round are still shown when the next begins."""
    own: int | None = None
    """The side that a person plays; None: nobody does."""

    def __init__(self, battle: Battle | str, seed: int | None = None) -> None:
        """Begin `battle` (of an invasion: its space battle); with a `seed` the same dice come again.

        Raises `NotationError` for a bad line, `BattleError` for a battle that the rules forbid.
        """
        parsed = Battle.parse(battle) if isinstance(battle, str) else battle
        self.line = parsed
        """The battle that was asked for."""
        self._odds: tuple[str, Odds | WalkError | None] | None = None
        super().__init__(BattleStart(parsed.check().in_space), seed)

    @property
    def battle(self) -> Battle:
        """The battle as its line says, with a policy in the place of `best`."""
        start = self.game.start
        assert isinstance(start, BattleStart)
        return start.battle

    @property
    def table(self) -> BattleTable:
        """Both forces as they stand."""
        table: BattleTable = self.game.table
        return table

    # -- what comes

    def _suggested(self) -> str | None:
        asked = self.game.question
        return asked.write(asked.stated()) if isinstance(asked, Decision) else None

    @property
    def stage(self) -> Stage:
        """The stage of the battle."""
        casts = self.casts()
        return stage_of(self.game.question, self.table, casts[-1].throw if casts else None)

    def odds(self) -> Odds | None:
        """The odds from here, if both sides go on as their lines say; None once it is decided.

        They are found once for each position. Raises `WalkError` where they would take too much work.
        """
        here = self.game.record
        if self._odds is None or self._odds[0] != here:
            try:
                self._odds = here, odds_now(self.game, most=MOST_WALKS)
            except WalkError as fault:
                self._odds = here, fault
        result = self._odds[1]
        if isinstance(result, WalkError):
            raise result
        return result

    # -- what happened

    def opening(self) -> list[Said]:
        """The sentences before the first answer: notes on the line, and rulings without a question."""
        return [Said(ruling.rule, ruling) for ruling in self.game.opening]

    def answered(self, entry: Entry) -> Said | None:
        """Return what a side decided, where no ruling says so."""
        asked, own = entry.asked, entry.answer
        if isinstance(asked, Retreat) and own == "stay":
            return self._decided(entry, asked.rule, "step.stays")
        if isinstance(asked, Play) and own == "play":
            rule = asked.use.effect.rule
            if any(ruling.rule == rule for ruling in entry.rulings):
                return None
            book = self.game.start.rulebook()
            return self._decided(entry, rule, "step.play", effect=lambda: book[rule].title())
        if entry.rulings:
            return None
        if isinstance(asked, Target):
            unit = self.table.rosters[asked.index].units[asked.read(own)]
            rule = asked.use.effect.rule
            return self._decided(entry, rule, "step.target", unit=lambda: unit_name(unit))
        if isinstance(asked, Assign):
            losses = Losses.of(asked.read(own))
            roster, rule = self.table.rosters[asked.player], asked.ways.rule
            texts = partial(losses.text, roster)
            return self._decided(entry, rule, "step.assigns", losses=texts)
        return None

    @property
    def stops(self) -> tuple[int, ...]:
        """After how many answers each step was done: what both sides say to a retreat is one."""
        positions: list[int] = []
        first = False  # whether the answer before was the first of such a pair
        for position, entry in enumerate(self.game.transcript, 1):
            retreat = entry.kind == Retreat.kind
            if retreat and first:
                positions.pop()
            first = retreat and not first
            positions.append(position)
        return tuple(positions)

    @property
    def forces(self) -> State:
        """Both forces as they stand; what the first side has given up is off also while the other is asked
        what it gives up for the hits of the same moment."""
        first, second = self.table.state
        if isinstance(self.game.question, Assign) and len(self.game):
            entry = self.game.transcript[-1]
            asked = entry.asked
            if isinstance(asked, Assign) and asked.player != self.game.question.player and not entry.rulings:
                taken = asked.read(entry.answer)
                if asked.player == 0:
                    first = taken_off(first, taken)
                else:
                    second = taken_off(second, taken)
        return first, second

    def story(self, first: int, last: int | None = None) -> list[Said]:
        """Return what the answers from `first` on (to before `last`) brought about.

        That both sides stay is one sentence; what hits were taken with is left to the rulings that follow.
        """
        sentences: list[Said] = []
        for sentence in super().story(first, last):
            before = sentences[-1] if sentences and sentences[-1].told else None
            if before and before.rule in ASSIGNING:
                sentences.pop()
            if before and sentence.told and sentence.rule == before.rule == Retreat.rule:
                sentences[-1] = Said(
                    sentence.rule, told={lang: said_in(lang, step_say, "step.stay") for lang in LANGUAGES}
                )
            else:
                sentences.append(sentence)
        return sentences

    def shown(self) -> tuple[Said | None, list[Said]]:
        """The sentence that matters most in the step on show, and the others in their order.

        Of a throw it is how many dice hit, of a whole round what both sides have lost in it.
        """
        main, others = super().shown()
        throws = [index for index in self.rolled if index >= self.shown_from]
        if main is None or not throws or main.rule in self.deciding:
            return main, others
        if len(throws) >= len(ROLES):
            return self._lost(), self.story(self.shown_from)
        if main.ruling is None or main.ruling.case != "rolled":
            return main, others
        return self._rolled(main.rule, throws[0]), self.story(self.shown_from)

    def _rolled(self, rule: str, index: int) -> Said:
        """Return how many dice of throw number `place` hit."""
        entry = self.game.transcript[index]
        assert isinstance(entry.asked, Throw)
        n, hits = entry.asked.volley.count, entry.asked.read(entry.answer).hits
        key = "step.rolled_one" if n == 1 else "step.rolled"
        texts = {
            lang: said_in(lang, self._say, key, entry.seat, n=n, hits=said_in(lang, hits_text, hits))
            for lang in LANGUAGES
        }
        return Said(rule, told=texts)

    def _lost(self) -> Said:
        """Return what both sides have lost since the step on show began."""
        words, texts = rulebook().words, dict.fromkeys(LANGUAGES, "")
        for roster, before, now in zip(self.table.rosters, self.before(), self.table.state, strict=True):
            lost = [max(0, before.count(index) - now.count(index)) for index in range(len(roster.units))]
            for lang in LANGUAGES:
                units = said_in(lang, words.label, tuple(counted(roster, lost))) if any(lost) else ""
                key = "step.lost" if units else "step.lost_nothing"
                texts[lang] = (
                    f"{texts[lang]} {said_in(lang, self._say, key, roster.role, units=units)}".strip()
                )
        return Said(ASSIGNING[self.table.fight.kind == "ground"], told=texts)

    def rules(self) -> Rulebook:
        """The rulebook that names the sides in what they decided."""
        return rulebook()

    def _say(self, key: str, role: str, **facts: object) -> str:
        return lab_sentence(WORDS, self.rules, key, role, **facts)

    def _decided(self, entry: Entry, rule: str, key: str, **facts: Callable[[], str]) -> Said:
        """Return what a side decided, by which rule; facts depend on the language."""
        texts = {
            lang: said_in(
                lang,
                self._say,
                key,
                entry.seat,
                **{name: said_in(lang, fact) for name, fact in facts.items()},
            )
            for lang in LANGUAGES
        }
        return Said(rule, told=texts)

    def casts(self) -> list[Cast]:
        """The dice that lie on the table."""
        return casts_of(self.game, keeps_dice=self.keeps_dice)

    def lying(self) -> list[Cast]:
        """The dice to be shown now."""
        return self.casts()

    def coming(self) -> Throw | None:
        """The throw to be shown before it is made."""
        return None

    def before(self) -> State:
        """Both forces as they were when the step on show began."""
        if self.shown_from >= len(self.game):
            return self.table.state
        game = self.game.copy()
        game.undo(len(game) - self.shown_from)
        state: State = game.table.state
        return state

    # -- going

    def forward(self) -> None:
        """One step further: one answer, but what both sides say to a retreat is one step."""
        begun = len(self.game)
        super().forward()
        while self._between_retreats():
            self._answer_next()
        self.shown_from = min(begun, len(self.game))

    def back(self) -> None:
        """One step back; going forward gives it again."""
        super().back()
        while self._between_retreats():
            super().back()
        if [entry.kind for entry in self.game.transcript[-2:]] == [Retreat.kind] * 2:
            self.shown_from -= 1

    def _between_retreats(self) -> bool:
        """Return whether one side has just said that it stays, and the other is asked."""
        if not len(self.game) or not isinstance(self.game.question, Retreat):
            return False
        return self.game.transcript[-1].kind == Retreat.kind

    def forward_round(self) -> None:
        """On to the beginning of the next round, or to the end; all of it is the step on show."""
        begun, round_ = len(self.game), self.table.round
        while not self.game.over and self.table.round == round_:
            self._answer_next()
        self.shown_from = begun

    def restore(self, record: str) -> None:
        """Stand where a record stands, maybe of another battle; see `GameSteps`."""
        before = self.battle
        super().restore(record)
        if self.battle != before:
            self.line = self.battle

    def carried_on(self, battle: Battle) -> FleetGame | None:
        """The same answers in `battle`, if only how its fleets take hits is different; None if it is another
        battle, or one in which they could not have been given."""
        other = FleetGame(battle, self.seed)
        if _fleets(other.battle) != _fleets(self.battle):
            return None
        game = played_in(other.battle, self.game)
        if game is None:
            return None
        game.rng = other.game.rng
        other._stand(game, self.shown_from)
        return other

    def announce(self, who: str) -> None:
        """Answer for both sides whether they announce a retreat: `who` does (a role, or "" for nobody).

        Raises `StepFault` if that is not asked.
        """
        begun = len(self.game)
        if not isinstance(self.game.question, Retreat) or who not in ("", *ROLES):
            raise StepFault("fault.no_place")
        while isinstance(asked := self.game.question, Retreat) and len(self.game) < begun + 2:
            retreats = self.game.start.seat(asked.player) == who
            self.game.answer("retreat" if retreats else "stay")
            if retreats:
                break
        self._stand(self.game, begun)

    def odds_if(self, place: int, die: int, face: int) -> float:
        """Return the attacker's chances right after throw number `throw`, had that die shown `face`.

        Raises like `shown_as`, and `WalkError` where that takes too much work.
        """
        game = self.game.what_if(place, self.shown_as(place, die, face))
        odds = odds_now(game, most=MOST_WALKS)
        return odds.win if odds else float(game.result.winner == 0)

    def shown_as(self, throw: int, die: int, face: int) -> str:
        """The text of throw number `throw` of the record, had its die number `die` (from 0) shown `face`.

        Raises `StepFault` if there is no such throw or die, or no such face.
        """
        self.die(throw, die)
        if face not in FACES:
            raise StepFault("fault.no_place")
        cast = self._cast(throw)
        faces = list(cast.thrown.faces)
        faces[die] = face
        return cast.throw.write(cast.volley.thrown(faces))

    def die(self, place: int, die: int) -> int:
        """The face of die number `die` of throw number `throw`; raises `StepFault` if it is not there."""
        faces = self._cast(place).thrown.faces
        if not 0 <= die < len(faces):
            raise StepFault("fault.no_place")
        return faces[die]

    def _cast(self, throw: int) -> Cast:
        for cast in self.casts():
            if cast.place == throw:
                return cast
        raise StepFault("fault.no_place")


def casts_of(game: Game, *, keeps_dice: bool = True) -> list[Cast]:
    """The dice that lie on the table: the last throw, and those that belong to it, in order; if `keeps_dice`
    is false, none once another round is under way."""
    casts: list[Cast] = []
    entries = game.transcript
    for index in range(len(entries) - 1, -1, -1):
        asked = entries[index].asked
        if not isinstance(asked, Throw):
            if isinstance(asked, Retreat) and not casts and not keeps_dice:
                break
            continue
        if casts and not together(asked, casts[-1].throw):
            break
        casts.append(Cast(index, asked, asked.read(entries[index].answer)))
    return casts[::-1]


def together(before: Throw, after: Throw) -> bool:
    """True if two throws, one after the other, are seen side by side: a reroll and what it rerolls, or the
    attacker's and the defender's of the same step."""
    if after.step == "again" and before.player == after.player:
        return True
    step = "combat" if after.step == "again" else after.step
    first = "combat" if before.step == "again" else before.step
    return first == step and before.player < after.player


def _fleets(battle: Battle) -> Battle:
    """A battle without how its sides take hits."""
    sides = [attrs.evolve(side, policy=Policy()) for side in battle.sides]
    return attrs.evolve(battle, attacker=sides[0], defender=sides[1])
