"""What turns out to be right in a lesson, and the numbers its words can name: the rules engine says it.

=========  ============================================================================================
ask        what is right
=========  ============================================================================================
leader     who has more points on the cards: `attacker`, `defender`, `tie`
chance     the option whose range holds the attacker's chance to win
die        what the die of `side` counts: a number, `Sun`, `Cross`
winner     who wins if nobody plays anything more: `attacker`, `defender`, `tie`
creature   what becomes of the creature `card` of `side` then: `home` or `lost`
allowed    whether the answer `given` is allowed: `yes`, `no`
which      the only option (its `answer`) that is allowed
barred     the only option that a rule forbids
said       the option that names a rule (`TW-BAT-16` or, with its case, `TW-BAT-16/sun`) that acts in `then`
count      the number of `what` after `then`: `ornicles p1`, `hand p2`, `points attacker`, `bank`, ...
where      where `card` is after it: `hand p1`, `entourage p1`, `objects p1`, `discard`, `display`, `stack`
asked      who is asked after `then`: `p2`, `defender`; `over` if the game is over
due        what is asked after it: `attack`, `switch`, `support`, `draw`, ... (a question's kind); `over`
=========  ============================================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from twingkit.asking import Refusal
from twingkit.play import Game, Roll
from twingkit.rulebook import Ruling
from twingkit.twing.begin import give, refused
from twingkit.twing.cards import FACES, Face, face_text
from twingkit.twing.chances import odds_now
from twingkit.twing.notation import ROLES, read_lay
from twingkit.twing.outcome import die_result
from twingkit.twing.player import Player
from twingkit.twing.rules import rulebook
from twingkit_widgets.wording import percent

Why = Sequence[Ruling | Refusal]
Truth = tuple[str, Why]
DECIDING = ("TW-BAT-16", "TW-BAT-17")
"""The rules that say who wins a battle."""
MOST_PASSES = 12


class Answer(Protocol):
    """An option, as far as it matters here."""

    @property
    def id(self) -> str:
        """Its name."""

    @property
    def answer(self) -> str:
        """What it is in the game; "": its name."""

    @property
    def low(self) -> float:
        """The lower end of the chance that it stands for."""

    @property
    def high(self) -> float:
        """The upper end."""


class Asked(Protocol):
    """The step that asks, as far as it matters here."""

    @property
    def side(self) -> str:
        """Whose die or creature it is about."""

    @property
    def card(self) -> str:
        """The card it is about."""

    @property
    def given(self) -> str:
        """The answer that is or is not allowed."""

    @property
    def what(self) -> str:
        """What is counted."""

    @property
    def then(self) -> Sequence[str]:
        """What is played to find out."""

    @property
    def cites(self) -> Sequence[str]:
        """The rules whose rulings explain it."""

    @property
    def rule(self) -> str:
        """The rule that explains it."""

    @property
    def options(self) -> Sequence[Answer]:
        """What can be answered."""


# -- a battle as it stands


def deciding(game: Game) -> tuple[Game, Ruling]:
    """The game with nothing more being played (everybody passes), and the ruling that decides the battle.

    Raises `ValueError` if a die is still to be rolled.
    """
    twin = game.copy()
    before = len(twin.transcript)
    if game.over or game.table.fight.over:
        before = 0
    for _ in range(MOST_PASSES):
        found = [ruling for ruling in _since(twin, before) if ruling.rule in DECIDING]
        if found:
            return twin, found[-1]
        if isinstance(twin.question, Roll):
            raise ValueError("a die is still to be rolled: nobody can know the end")
        twin.answer("pass")
    raise ValueError("the battle does not end by passing")


def _since(game: Game, place: int) -> list[Ruling]:
    """The rulings after so many answers."""
    return [ruling for entry in game.transcript[place:] for ruling in entry.rulings]


def leader(game: Game, step: Asked) -> Truth:
    """Who has more points on cards."""
    attack, defence = (side.cards_power for side in game.table.fight.sides[:2])
    return (ROLES[attack < defence] if attack != defence else "tie"), ()


def chance(game: Game, step: Asked) -> Truth:
    """Which option's range holds the attacker's chance to win as things stand."""
    win = odds_now(game.table.fight).win
    return next(option.id for option in step.options if option.low <= win <= option.high), ()


def die(game: Game, step: Asked) -> Truth:
    """What a side's die counts, with the ruling that says so."""
    fight = game.table.fight
    side = fight.sides[ROLES.index(step.side)]
    enemy = fight.sides[1 if side is fight.sides[0] else 0]
    result, rule, case = die_result(fight, side, enemy)
    facts = {"side": side.name, "enemy": enemy.name, "face": Face(side.die), "result": Face(result)}
    return face_text(result), (Ruling(rule, case, facts, rulebook()),)


def winner(game: Game, step: Asked) -> Truth:
    """Who wins if nobody plays anything more, with the ruling that decides."""
    _, ruling = deciding(game)
    if "side" not in ruling.facts:
        return "tie", (ruling,)
    attacker = game.table.fight.sides[0].name
    return ROLES[ruling.facts["side"] != attacker], (ruling,)


def creature(game: Game, step: Asked) -> Truth:
    """Whether a creature of the side comes home or is lost, with the ruling that says so."""
    side = game.table.fight.sides[ROLES.index(step.side)]
    end, _ = deciding(game)
    home = any(card.token == step.card for card in end.table.players[side.seat].entourage)
    rulings = [
        ruling
        for ruling in _since(end, 0)
        if ruling.rule in ("TW-BAT-20", "TW-BAT-21")
        and ruling.facts["side"] == side.name
        and any(card.token == step.card for card in ruling.facts["cards"])
    ]
    return ("home" if home else "lost"), rulings


# -- what the rules allow


def allowed(game: Game, step: Asked) -> Truth:
    """Whether an answer is allowed, with the refusal or what the rules say to it."""
    why = refused(game, step.given)
    return ("no", (why,)) if why else ("yes", _told(game, (step.given,), step))


def which(game: Game, step: Asked) -> Truth:
    """The only option that is allowed."""
    free = [option for option in step.options if refused(game, option.answer or option.id) is None]
    right = _only(free, "allowed")
    return right.id, _told(game, (right.answer or right.id,), step)


def barred(game: Game, step: Asked) -> Truth:
    """The only option that a rule forbids, with its reason."""
    why = {option.id: refused(game, option.answer or option.id) for option in step.options}
    right = _only([option for option in step.options if why[option.id]], "forbidden")
    found = why[right.id]
    assert found is not None
    return right.id, (found,)


def _only(options: Sequence[Answer], what: str) -> Answer:
    if len(options) != 1:
        raise ValueError(f"exactly one option must be {what}, not {[option.id for option in options]}")
    return options[0]


# -- what happens


def _told(game: Game, answers: Sequence[str], step: Asked) -> Why:
    """The rulings of those answers (of all so far, if there are none) that explain the step: of the rules
    that it names, else all."""
    twin = give(game.copy(), answers)
    named = (*step.cites, *([step.rule] if step.rule else []))
    if not answers and not named:
        return ()
    rulings = _since(twin, len(twin.transcript) - len(answers) if answers else 0)
    return [ruling for ruling in rulings if ruling.rule in named] if named else rulings


def said(game: Game, step: Asked) -> Truth:
    """The option that names a rule that acts."""
    rulings = _since(twin := give(game.copy(), step.then), len(twin.transcript) - len(step.then))
    acting = {ruling.rule for ruling in rulings} | {f"{ruling.rule}/{ruling.case}" for ruling in rulings}
    right = _only([option for option in step.options if (option.answer or option.id) in acting], "acting")
    name = right.answer or right.id
    return right.id, [ruling for ruling in rulings if name in (ruling.rule, f"{ruling.rule}/{ruling.case}")]


def count(game: Game, step: Asked) -> Truth:
    """How many of something there are."""
    twin = give(game.copy(), step.then)
    return str(_counted(twin, step.what)), _told(game, step.then, step)


def where(game: Game, step: Asked) -> Truth:
    """Where a card is."""
    twin = give(game.copy(), step.then)
    kind, _, token = step.card.partition(" ")
    return next(_places(twin, kind, token), "gone"), _told(game, step.then, step)


def asked(game: Game, step: Asked) -> Truth:
    """Who is asked next."""
    twin = give(game.copy(), step.then)
    name = "over" if twin.question is None else twin.start.seat(twin.question.player)
    return name, _told(game, step.then, step)


def due(game: Game, step: Asked) -> Truth:
    """What has to be answered next."""
    question = give(game.copy(), step.then).question
    return ("over" if question is None else question.kind), _told(game, step.then, step)


def _player(game: Game, name: str) -> Player:
    """The player of a seat, `p1` or `attacker`."""
    players: list[Player] = game.table.players
    return next(player for seat, player in enumerate(players) if game.start.seat(seat) == name)


def _counted(game: Game, what: str) -> int:
    thing, _, seat = what.partition(" ")
    table = game.table
    if not seat:
        sizes = {"display": len(table.display), "discard": len(table.discard), "events": len(table.events)}
        return int({**sizes, "bank": table.bank, "staked": table.staked, "stack": table.stack.total}[thing])
    if thing in ("points", "cards"):
        side = next(each for each in table.fight.sides if seat in (each.role, game.start.seat(each.seat)))
        return int(side.cards_power)
    player = _player(game, seat)
    numbers = {
        "ornicles": player.ornicles,
        "hand": player.hand_size,
        "spells": len(player.hand),
        "cats": player.cats,
        "traps": player.traps,
        "creatures": len(player.entourage),
        "objects": len(player.objects) + len(player.stored),
    }
    return int(numbers[thing])


def _places(game: Game, kind: str, token: str) -> Iterator[str]:
    """Every place where such a card lies, the players' first."""
    for seat, player in enumerate(game.table.players):
        name = game.start.seat(seat)
        if kind == "spell" and any(card.token == token for card in player.hand):
            yield f"hand {name}"
        if kind in ("creature", "mount") and any(card.token == token for card in player.entourage):
            yield f"entourage {name}"
        if kind == "object" and token in (*player.objects, *player.stored):
            yield f"objects {name}"
        if {"cat": player.cats, "trap": player.traps, "miromon": player.miromon}.get(kind):
            yield f"hand {name}"
    if kind == "object" and token in game.table.display:
        yield "display"
    if kind == "object" and token in (*game.table.object_stack, *game.table.beneath):
        yield "stack"
    for card in game.table.discard:
        if card == kind or (not isinstance(card, str) and card.token == token):
            yield "discard"


TRUTHS: dict[str, Callable[[Game, Asked], Truth]] = {
    each.__name__: each
    for each in (
        leader,
        chance,
        die,
        winner,
        creature,
        allowed,
        which,
        barred,
        said,
        count,
        where,
        asked,
        due,
    )
}
"""What a step can ask, by name."""


class Facts:
    """Numbers for the sentences of a step; each is computed only if a sentence names it."""

    def __init__(self, game: Game, laid: str = "", you: int = 0) -> None:
        self.game, self.laid, self.you = game, laid, you

    def fill(self, sentence: str, lang: str) -> str:
        """The sentence with its gaps filled: {mine} {theirs} {points} {win} {lose} {faces},
        and for somebody who only watches the points on the cards: {attack} {defence}."""
        return sentence.format_map(_Lazy(self, lang))

    def value(self, name: str, lang: str) -> str:
        """One fact. KeyError: there is no such fact."""
        fight = self.game.table.fight
        if name in ("mine", "theirs"):
            mine = next(side for side in fight.sides if side.seat == self.you)
            theirs = fight.sides[1] if mine is fight.sides[0] else fight.sides[0]
            return str((mine if name == "mine" else theirs).cards_power)
        if name in ("attack", "defence"):
            return str(fight.sides[name == "defence"].cards_power)
        if name == "points":
            return str(read_lay(self.laid.removeprefix("lay ")).power)
        if name in ("win", "lose"):
            odds = odds_now(fight)
            attacks = fight.sides[0].seat == self.you
            return percent(lang, odds.win if (name == "win") is attacks else odds.loss)
        if name == "faces":
            return str(self._winning_faces())
        raise KeyError(name)

    def _winning_faces(self) -> int:
        """How many faces of the attacker's die would win if the cat were played before any response."""
        before = self.game.copy()
        while not (before.question is not None and before.question.kind == "respond"):
            before.undo()
        before.answer("cat")
        attacker = before.table.fight.sides[0].name
        return sum(deciding(_rolled(before, face))[1].facts.get("side") == attacker for face in FACES)


def _rolled(game: Game, face: int) -> Game:
    twin = game.copy()
    twin.answer(face)
    return twin


class _Lazy(dict[str, str]):
    """A mapping that asks the facts for what a sentence names."""

    def __init__(self, facts: Facts, lang: str) -> None:
        super().__init__()
        self.facts, self.lang = facts, lang

    def __missing__(self, name: str) -> str:
        return self.facts.value(name, self.lang)
