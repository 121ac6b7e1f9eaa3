"""The answers that some hand would allow in a game with real cards, built word by word.

The person at the keyboard chooses word by word: the card, who plays it, and its target. The offers
include everything that a hand could allow if it held all unseen cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial, singledispatch

from twingkit.core.acts import Act
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.record import UNKNOWN
from twingkit.core.text_questions import BrokenRule
from twingkit.imajica.box.effects import Effect
from twingkit.imajica.rules import acts, answers, autarch, questions
from twingkit.imajica.rules.deeds import AllyTurn, able_characters, broken_actor_rule, broken_call_rule
from twingkit.imajica.rules.pieces import Piece
from twingkit.imajica.rules.table import Act as AnnouncedAct
from twingkit.imajica.rules.table import ImajicaTable
from twingkit.referee.answer_templates import OPEN_FORM_SUFFIX, longest_shared_continuations

_DECISIVE_RULINGS_BY_KIND = {
    "combat": {("IJ-CHAL-7", "tie"), ("IJ-CHAL-7", "wins")},
    "influence": {
        *(("IJ-SEIZE-4", case) for case in ("wins", "fails")),
        *(("IJ-SEIZE-7", case) for case in ("secured", "short")),
    },
    "counter": {
        *(("IJ-CARD-1", case) for case in ("played", "played_on")),
        *(("IJ-POWER-1", case) for case in ("used", "used_on")),
        ("IJ-PATH-1", "read"),
        ("IJ-AUT-4", "announced"),
    },
}
"""Rulings that settle something, by the kind of card that could have been played before them."""

_ANYTIME_KIND = "flash"
"""Kind of card that other players can play at any time (IJ-TIME-2)."""


def flash_window_question(table: ImajicaTable, seat: int) -> Question:
    """Return the question of a Flash window for a seat that wants to play a Flash while another seat is
    asked.
    """
    return questions.FlashWindow(table, seat)


def possible_answers(game: Game, question: Question, cards: frozenset[str]) -> Iterable[str] | None:
    """Return the answers to the question that a hand with all of `cards` would allow, or None if this
    function cannot list them.

    `?` stands for a Path that is laid face down, and `…` for words that follow.
    """
    return _templates(question, game.table, cards)


def _open(act_class: type[Act]) -> str:
    return f"{act_class.word} {OPEN_FORM_SUFFIX}"


@singledispatch
def _templates(question: Question, table: ImajicaTable, cards: frozenset[str]) -> Iterable[str] | None:
    return None


@_templates.register
def _(question: questions.KeepOrRedraw, table: ImajicaTable, cards: frozenset[str]) -> Iterable[str]:
    return map(str, question.options())


@_templates.register
def _(
    question: questions.SplitDamage | questions.NameCharacters, table: ImajicaTable, cards: frozenset[str]
) -> Iterable[str]:
    return (_open(question.act_class), str(question.decline))


@_templates.register
def _(question: questions.FlashWindow, table: ImajicaTable, cards: frozenset[str]) -> Iterable[str]:
    is_late = question.playable_kind == _ANYTIME_KIND and not _has_windows(table)
    return () if is_late else _open_uses(question, cards)


@_templates.register
def _(
    question: questions.InfluenceManeuverWindow, table: ImajicaTable, cards: frozenset[str]
) -> Iterable[str]:
    return (questions.PASS, *_open_uses(question, cards))


@_templates.register
def _(question: AllyTurn, table: ImajicaTable, cards: frozenset[str]) -> Iterable[str]:
    if not question.acted and cards & table.cards.ids_by_kind.get("character", acts.NO_CARDS):
        yield _open(answers.Call)
    ready = [piece for piece in table.ready_characters(question.player) if not piece.acted]
    if ready:
        yield _open(answers.Seize)
        if any(piece.controller != question.player for piece in table.characters(area="active")):
            yield _open(answers.Challenge)
    yield from _open_uses(question, cards)
    if ready:
        yield _open(answers.Retreat)
    yield questions.END


@_templates.register
def _(question: autarch.AutarchTurn, table: ImajicaTable, cards: frozenset[str]) -> Iterable[str]:
    if cards & table.cards.ids_by_kind.get("site", acts.NO_CARDS):
        yield _open(answers.LaySite)
    if table.players[question.player].hand and next(table.circle_or_held_sites(), None) is not None:
        yield str(answers.LayPath(UNKNOWN, OPEN_FORM_SUFFIX))
    yield from _open_uses(question, cards)
    if next(table.characters(question.player), None) is not None:
        yield _open(answers.Reassign)
    yield questions.END


def _open_uses(question: questions.ImajicaQuestion, cards: frozenset[str]) -> list[str]:
    uses = _uses(question.table, question.player, question.playable_kind, cards)
    begun = {use.word for use in uses}
    return [_open(use_class) for use_class in answers.USES if use_class.word in begun]


def possible_interjections(game: Game) -> Iterator[tuple[int, str]]:
    """Yield pairs of seat and answer: what players with other hidden cards could have answered before the
    pending question.

    A hand without characters is drawn anew (IJ-SET-2). The owner of a maneuver is asked before a fight is
    settled, the owner of a counter before a card acts (IJ-CHAL-4, IJ-TIME-7), and the owner of a Flash before
    a phase ends.
    """
    table: ImajicaTable = game.table
    if table.round == 1 and table.phase == "coming":
        yield from ((player.seat, str(answers.REDRAW)) for player in table.players)
    before = None if _has_windows(table) else _game_before_last_deed(game)
    if _earlier_playable_kinds(game) or (before is not None and _has_windows(before.table)):
        for player in table.players:
            words = ("play", "use") if any(table.characters(player.seat)) else ("play",)
            yield from ((player.seat, f"{word} {OPEN_FORM_SUFFIX}") for word in words if not player.is_out)


def _has_windows(table: ImajicaTable) -> bool:
    return table.phase in ("autarch", "ally")


def _game_before_last_deed(game: Game) -> Game | None:
    """Return the game before the last action, or None if there was none.

    What that action killed, moved or secured could still be a target then.
    """
    count = 1
    for entry in reversed(game.transcript):
        if entry.answer != questions.PASS:
            before = game.copy()
            before.undo(count)
            return before
        count += 1
    return None


def _earlier_playable_kinds(game: Game) -> set[str]:
    """Return the kinds of cards that could have been played just before the latest rulings."""
    cited_cases = {ruling.key for ruling in game.latest_rulings}
    return {kind for kind, cases in _DECISIVE_RULINGS_BY_KIND.items() if cited_cases & cases}


def _overdue_plays(table: ImajicaTable, seat: int, kinds: set[str], cards: frozenset[str]) -> Iterator[str]:
    """Yield plays whose time seems to be over: maneuvers by any Ally on any character, and counters.

    The rules refuse those that could not have been played.
    """
    allies = [piece.token for piece in table.characters(seat) if piece.area != "reserve"]
    for name in sorted(cards & table.cards.keys()):
        card = table.cards[name]
        if "counter" in kinds and card.kind == _ANYTIME_KIND:
            counter = AnnouncedAct(seat, card.kind, card, "", card.effects).is_counter
            yield from (str(answers.Play(name)),) if counter else ()
        for token in allies if card.kind in kinds else ():
            act = AnnouncedAct(seat, card.kind, card, token, card.effects)
            for targets in acts.possible_targets(table, act):
                yield str(answers.Play(name, token, targets))
    for kind in kinds & acts.ICON_BY_MOMENT.keys():
        for piece in table.pieces.with_power(acts.ICON_BY_MOMENT[kind]):
            if piece.controller == seat:
                act = AnnouncedAct(seat, kind, piece.card, piece.token, _power(piece, kind), by_power=True)
                for targets in acts.possible_targets(table, act):
                    yield str(answers.UsePower(piece.token, targets=targets))


def _power(piece: Piece, kind: str) -> tuple[Effect, ...]:
    return piece.card.powers[acts.first_power_number(piece, kind) - 1]


@contextmanager
def _holding(table: ImajicaTable, seat: int, cards: Iterable[str]) -> Iterator[None]:
    player = table.players[seat]
    hand = player.hand
    player.hand = sorted(set(cards) & table.cards.keys())
    try:
        yield
    finally:
        player.hand = hand


def _uses(table: ImajicaTable, seat: int, playable_kind: str, cards: frozenset[str]) -> list[answers.Use]:
    with _holding(table, seat, cards):
        return list(acts.legal_acts(table, seat, playable_kind))


def next_words(game: Game, seat: int, words_so_far: tuple[str, ...], cards: frozenset[str]) -> Iterable[str]:
    """Yield the words that can follow `words_so_far` in an answer if the hand holds all of `cards`. Words
    that can only follow each other are one item.
    """
    table: ImajicaTable = game.table
    question = game.question
    if question is None:
        return ()
    word, *rest = " ".join(words_so_far).split()
    if word in (use_class.word for use_class in answers.USES):
        own = (
            question.playable_kind
            if isinstance(question, questions.ImajicaQuestion) and question.player == seat
            else ""
        )
        moments = dict.fromkeys(moment for moment in (own, _ANYTIME_KIND) if moment)
        every = [str(use) for moment in moments for use in _uses(table, seat, moment, cards)]
        every += _overdue_plays(table, seat, _earlier_playable_kinds(game), cards)
        before = _game_before_last_deed(game)
        if before is not None and _has_windows(before.table):
            every += map(str, _uses(before.table, seat, _ANYTIME_KIND, cards))
        return longest_shared_continuations(list(dict.fromkeys(every)), [word, *rest])
    with _holding(table, seat, cards):
        return list(_WORDS[word](table, question, seat, rest)) if word in _WORDS else ()


# -- the words of deeds, as if the hand held every card that it may hold


_FollowingWords = Callable[[ImajicaTable, Question, int, list[str]], Iterator[str]]


def _hand_card(broken_rule: Callable[[ImajicaTable, int, str], BrokenRule | None]) -> _FollowingWords:
    def following(table: ImajicaTable, question: Question, seat: int, rest: list[str]) -> Iterator[str]:
        if rest:
            yield ""
            return
        for name in table.players[seat].hand:
            if broken_rule(table, seat, name) is None:
                yield name

    return following


def _path(table: ImajicaTable, question: Question, seat: int, rest: list[str]) -> Iterator[str]:
    if len(rest) > len((UNKNOWN, "on")):
        yield ""
        return
    paths = [name for name in table.players[seat].hand if table.cards[name].kind == "path"]
    for site in table.circle_or_held_sites():
        if any(autarch.rule_against_laying_path(table, seat, name, site.token) is None for name in paths):
            yield site.token


def _fight(deed: type[answers.Deed]) -> _FollowingWords:
    def following(table: ImajicaTable, question: Question, seat: int, rest: list[str]) -> Iterator[str]:
        if not rest:
            is_seizure = deed is answers.Seize
            for piece in table.circle_or_held_sites() if is_seizure else table.characters(area="active"):
                if able_characters(table, seat, deed, piece.token):
                    yield f"{piece.token} with"
            return
        target, _, *named = rest
        if named:
            yield ""
        able = able_characters(table, seat, deed, target)
        yield from (piece.token for piece in able if piece.token not in named)

    return following


def _named(table: ImajicaTable, question: Question, seat: int, rest: list[str]) -> Iterator[str]:
    if rest:
        yield ""
    if isinstance(question, questions.NameCharacters) and question.player == seat:
        yield from (token for token in question.nameable_tokens() if token not in rest)


def _retreat(table: ImajicaTable, question: Question, seat: int, rest: list[str]) -> Iterator[str]:
    if rest:
        yield ""
        return
    for piece in table.ready_characters(seat):
        if broken_actor_rule(table, seat, piece.token) is None:
            yield piece.token


def _reassign(table: ImajicaTable, question: Question, seat: int, rest: list[str]) -> Iterator[str]:
    if rest:
        yield ""
    begun = answers.Reassign.parse([answers.Reassign.word, *rest])
    moved = {move.token for move in begun.moves} if begun else set()
    places = [*(site.token for site in table.circle_or_held_sites(seat)), "reserve"]
    for piece in table.characters(seat):
        for move in (answers.Move(piece.token, place) for place in places if piece.token not in moved):
            if autarch.broken_reassignment_rule(table, seat, move) is None:
                yield str(move)


def _damage(table: ImajicaTable, question: Question, seat: int, rest: list[str]) -> Iterator[str]:
    if not isinstance(question, questions.SplitDamage) or rest == ["none"]:
        yield from ("",) if rest else ()
        return
    left = question.max_damage - sum(map(int, rest[1::2]))
    if len(rest) % 2:
        deadly = question.deadly_damage(rest[-1])
        numbers = sorted(range(1, left + 1), key=lambda number: (number != deadly, number))
        yield from map(str, numbers)
        return
    if rest:
        yield ""
    if left > 0 and table.fight is not None:
        yield from (token for token in table.fight.involved if token not in rest)


_WORDS: dict[str, _FollowingWords] = {
    answers.LaySite.word: _hand_card(autarch.broken_site_rule),
    answers.Call.word: _hand_card(partial(broken_call_rule, acted=False)),
    answers.LayPath.word: _path,
    answers.Seize.word: _fight(answers.Seize),
    answers.Challenge.word: _fight(answers.Challenge),
    **dict.fromkeys((answers.Contest.word, answers.Defend.word, answers.Advance.word), _named),
    answers.Retreat.word: _retreat,
    answers.Reassign.word: _reassign,
    answers.DealDamage.word: _damage,
}
"""Functions that yield the words that can follow, by first word."""
