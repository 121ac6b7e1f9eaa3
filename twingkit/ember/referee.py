"""Ember's rules for the referee of a game with real cards: hidden cards, and how answers name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

import attrs

from twingkit.core.acts import PLACEHOLDERS, Act
from twingkit.core.messages import Fault
from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.record import UNKNOWN
from twingkit.core.rulebook import SPECTATOR
from twingkit.ember.rules import acts, events, uses
from twingkit.ember.rules.cards import ARCHMAGE, DECK
from twingkit.ember.rules.choices import DiscardHandCards, DiscardOpponentCard
from twingkit.ember.rules.questions import ConjureStep, DrawStepQuestion, LastRoundUse, RespondInWindow
from twingkit.ember.rules.table import FEWEST_SEATS, SEATS, EmberTable, Player
from twingkit.ember.view import GameView
from twingkit.referee.referee_rules import KnownCards, RefereeRules


def named_cards(answer: str) -> tuple[str, ...]:
    """Return the cards that an answer names, including an Archmage that it uses."""
    try:
        act = acts.NOTATION.parse(answer, PLACEHOLDERS)
    except Fault:  # a word that is no card; the replayer says so
        return ()
    match act:
        case acts.UseArchmage():
            return (ARCHMAGE,)
        case acts.Use(targets=targets):
            return tuple(target for target in targets if target in DECK)
        case Act():
            return tuple(card for card in act.words_of_kind("card") if card != UNKNOWN)
    return tuple(word for word in answer.split()[1:] if word in DECK)  # a draw


def _answer_patterns(game: Game, question: Question, cards: frozenset[str]) -> Iterator[str] | None:
    """Return the possible answers to a window or a discard, with `?` for each hand card; None for other kinds
    of questions.
    """
    if acts_of_moment := ACTS_OF_WINDOW.get(type(question)):
        return map(str, _window_acts(game.table, question.player, acts_of_moment, cards))
    if isinstance(question, DiscardHandCards | DiscardOpponentCard):
        sizes = sorted({len(chosen) for chosen in question.selections()})
        return (str(question.act_class((UNKNOWN,) * size)) for size in sizes)
    return None


def _draws(table: EmberTable, player: Player) -> Iterator[Act]:
    full = len(player.hand) >= player.hand_limit
    for from_pile in (False, True):
        if not from_pile or (player.has_ongoing_ability("source") and table.pile):
            yield acts.Draw(UNKNOWN if full else None, from_pile)
    yield acts.STAY
    if player.hand:
        yield acts.REFRESH


def _conjurings(table: EmberTable, player: Player) -> Iterator[Act]:
    yield acts.DONE
    if not table.has_refreshed and not table.has_conjured:
        for name in table.pool:
            cost = table.creatures[name].cost
            if len(player.hand) >= cost.size:
                yield acts.Conjure(name, (UNKNOWN,) * cost.size)


_OwnActs = Callable[[EmberTable, Player], Iterable[Act]]

ACTS_OF_WINDOW: Mapping[type[Question], _OwnActs] = {
    DrawStepQuestion: _draws,
    ConjureStep: _conjurings,
    RespondInWindow: lambda table, player: (acts.PASS, acts.PASS_TURN),
    LastRoundUse: lambda table, player: (acts.PASS,),
}
"""The acts that only this question allows, of each at which a player may also use an ability or call."""


def _window_acts(table: EmberTable, seat: int, own_acts: _OwnActs, cards: frozenset[str]) -> Iterator[Act]:
    player = table.players[seat]
    yield from own_acts(table, player)
    yield from (use.act for use in uses.allowed_uses(table, seat))
    if ARCHMAGE in cards and ARCHMAGE not in player.hand and player.hand:
        yield from _archmage_use_answers(table, seat)
    if uses.broken_act_rule(table, seat, acts.CALL) is None:
        yield acts.CALL


def _archmage_use_answers(table: EmberTable, seat: int) -> Iterator[acts.UseArchmage]:
    """Yield the answers with which a seat could use an Archmage if it held one."""
    for other in table.seats_from(seat):
        for owned in table.players[other].owned:
            yield acts.UseArchmage("flip" if owned.is_face_up else "revive", owned.id)


_ANNOUNCED = events.AbilityAnnounced | events.ArchmageAnnounced


def possible_archmage_uses(game: Game) -> Iterator[tuple[int, str]]:
    """Yield the seat and the answer of each use of an Archmage that would be possible now if that player
    really held one.

    They are possible before an announced use (EM-WIN-4) and before the end of the game.
    """
    if game.over or any(isinstance(ruling.event, _ANNOUNCED) for ruling in game.latest_rulings):
        before = game.copy()
        before.undo()  # the game before the creature was used
        for player in game.table.players:
            if player.hand:
                yield from (
                    (player.seat, str(form)) for form in _archmage_use_answers(before.table, player.seat)
                )


def _named_hand_seat(question: Question) -> int:
    """Return the seat from whose hand an answer to this question names cards: the asked player, or the
    opponent whose card is discarded.
    """
    return question.holder if isinstance(question, DiscardOpponentCard) else question.player


def _window_question(table: EmberTable, seat: int) -> RespondInWindow:
    """Return the window question for a seat that may act although the game does not ask it.

    After a call it is the question of the last round.
    """
    return LastRoundUse(table, seat) if table.step == "call" else RespondInWindow(table, seat)


def onlooker_view(known: KnownCards) -> GameView:
    """Return the table as a spectator sees it, without hands and with only the size of the Charred Pile."""
    return attrs.evolve(GameView.of(known.game, 0), player=SPECTATOR, hand=(), pile=(), declared_action="")


TABLE_RULES = RefereeRules(
    hand_tokens=lambda table, seat: table.players[seat].hand,
    drawable_tokens=lambda table, seat: table.deck.all_cards(),  # without known cards on top
    hidden_draw_kinds=("card",),
    hidden_question_kinds=("give", "stolen", "order"),
    named_hand_cards=named_cards,
    card_holder=_named_hand_seat,
    question_demands=lambda game: (),  # being asked reveals nothing about a hand
    silent_answers=(acts.Pass.word, acts.Done.word, acts.PassTurn.word),
    rare_first_words=(acts.UseArchmage.word,),
    answer_templates=_answer_patterns,
    other_hands_answers=possible_archmage_uses,
    interruption_question=_window_question,
    onlooker_view=onlooker_view,
    player_counts=tuple(range(FEWEST_SEATS, len(SEATS) + 1)),
    preset_names=("box", "quick"),
)
"""Ember's rules for the referee of a game with real cards."""
