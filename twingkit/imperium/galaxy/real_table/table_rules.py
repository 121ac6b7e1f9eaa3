"""The possible answers at a real table of Twilight Imperium, and its hidden cards: their places and names
(IM-VIEW-1).

Action cards in hands, unscored secret objectives, and agendas that a player has looked at are hidden. A
player who can use nothing at a moment is not asked and says nothing, so nobody hears who passes in a window
(IM-ASK-2). An agenda whose place somebody has chosen is named by `shows` when it is revealed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, singledispatch
from itertools import islice

import attrs

from twingkit.core.play import Game
from twingkit.core.questions import Question
from twingkit.core.record import SHOWS, UNKNOWN, TranscriptEntry
from twingkit.core.rulebook import SPECTATOR
from twingkit.core.variants.house_rules import variant_in_force
from twingkit.imperium.battle.rules.questions import PlayEffect
from twingkit.imperium.battle.rules.target import NO_TARGET_WORD
from twingkit.imperium.box.decks import Decks, full_decks
from twingkit.imperium.box.units import faction_ids
from twingkit.imperium.galaxy.agenda.voting import CastVotes
from twingkit.imperium.galaxy.economy.paying import Pay
from twingkit.imperium.galaxy.phases.action_phase import TurnChoice
from twingkit.imperium.galaxy.real_table.next_words import next_words
from twingkit.imperium.galaxy.starts import SHORT, SHORT_FACTIONS, GameStart
from twingkit.imperium.galaxy.table import acts
from twingkit.imperium.galaxy.table.abilities import UseOrPass, abilities_by_id
from twingkit.imperium.galaxy.table.card_drawing import NextDeckCardDraw
from twingkit.imperium.galaxy.table.command_tokens import DivideTokens
from twingkit.imperium.galaxy.table.game_table import MIN_SEATS, SEATS, GameTable
from twingkit.imperium.galaxy.table.questions import CAN_OFFER_EFFECT, ItemChoice, QuestionAllowingOffers
from twingkit.imperium.galaxy.tactical.bombardment_step import Bombard
from twingkit.imperium.galaxy.tactical.embedded_battle import BattleDice, BattleQuestion
from twingkit.imperium.galaxy.tactical.invasion import CommitForces
from twingkit.imperium.galaxy.tactical.movement_plan import Move
from twingkit.imperium.galaxy.tactical.production_step import Build
from twingkit.imperium.galaxy.view import GameView
from twingkit.imperium.variants.variant import Variant
from twingkit.referee.answer_templates import OPEN_FORM_SUFFIX
from twingkit.referee.referee_rules import KnownCards, RefereeRules

_MAX_BATTLE_ANSWERS = 300

MAX_BUTTONS = 12
"""The largest number of answers shown whole; longer lists are chosen word by word."""

_DISCARD_KIND = "discard"
"""The kind of question that asks for an action card to discard."""

PRIVATE_DRAWS = ("action", "secret", "look")
"""The draws that only the drawing player sees: action cards, secret objectives, agendas."""

PRIVATE_QUESTION_KINDS = ("return", "given", "agenda")
"""The kinds of questions whose answers only some players see."""


def answer_templates(game: Game, question: Question, cards: frozenset[str]) -> Iterator[str] | None:
    """Return templates of the possible answers to a question, with `…` for words that are chosen later; None
    if they are unknown.
    """
    return _templates(question)


@singledispatch
def _templates(question: Question) -> Iterator[str] | None:
    is_private_draw = isinstance(question, NextDeckCardDraw) and question.name in PRIVATE_DRAWS
    if is_private_draw or question.kind in PRIVATE_QUESTION_KINDS:
        return iter(())
    return _open_form(question) if question.kind in ("draw", "discard", "card") else None


def _open_form(question: Question) -> Iterator[str]:
    yield f"{question.kind} {OPEN_FORM_SUFFIX}"


_templates.register(Pay | DivideTokens, _open_form)


@_templates.register
def _(question: ItemChoice) -> Iterator[str] | None:
    """Yield the listed items; hidden cards and long lists are chosen word by word."""
    listed = _templates.dispatch(object)(question)
    if listed is not None:
        return listed
    if question.kind == "score":
        return _scores(question)
    return _answers_or_first_words(map(str, question.options()))


@_templates.register
def _(question: UseOrPass) -> Iterator[str]:
    return (str(ability.act) for ability in question.offered if ability.source != "action_card")


@_templates.register
def _(question: Move | CommitForces | Build | Bombard) -> Iterator[str]:
    yield from _open_form(question)
    none = question.parse_act(NO_TARGET_WORD)
    if question.refusal(none) is None:
        yield f"{question.kind} {NO_TARGET_WORD}"


@_templates.register
def _(question: CastVotes) -> Iterator[str]:
    yield from (f"{acts.Vote.word} {OPEN_FORM_SUFFIX}", acts.Abstain.word)


@_templates.register
def _(question: TurnChoice) -> Iterator[str]:
    """Yield the answers to the question of a turn: strategy cards, choices that stay open, and the first
    words of all other actions.
    """
    listed = list(question.options())
    yield from (str(act) for act in listed if isinstance(act, acts.Strategy))
    if any(isinstance(act, acts.Activate) for act in listed):
        yield f"{acts.Activate.word} {OPEN_FORM_SUFFIX}"
    if question.table.players[question.player].action_cards:
        yield f"{acts.Play.word} {OPEN_FORM_SUFFIX}"
    uses = (act for act in listed if isinstance(act, acts.Play | acts.Use))
    yield from (str(act) for act in uses if abilities_by_id()[act.ability].source != "action_card")
    yield f"offer {OPEN_FORM_SUFFIX}"
    yield from (str(act) for act in listed if isinstance(act, acts.Pass))


@_templates.register
def _(question: BattleDice) -> Iterator[str]:
    yield f"roll {OPEN_FORM_SUFFIX}"


@_templates.register
def _(question: BattleQuestion) -> Iterator[str]:
    """Yield technologies and abilities to use, and a retreat; losses are typed word by word."""
    asked = question.battle_question
    if isinstance(asked, PlayEffect):
        effect = asked.use.effect
        return iter((f"play {effect.id}",) if effect.source != "action" else ())
    return _answers_or_first_words(
        map(question.format_answer, islice(question.options(), _MAX_BATTLE_ANSWERS))
    )


def _answers_or_first_words(options: Iterable[str]) -> Iterator[str]:
    answers = list(options)
    if len(answers) <= MAX_BUTTONS:
        return iter(answers)
    return iter(dict.fromkeys(f"{answer.split()[0]} {OPEN_FORM_SUFFIX}" for answer in answers))


def _scores(question: ItemChoice) -> Iterator[str]:
    """Yield the possible answers on scoring: the public objectives that can be scored, an open form for a
    secret one, and `none`.
    """
    secret = {card for player in question.table.players for card in player.secret_objectives}
    yield from (str(question.choose(item)) for item in question.choices if item not in secret)
    yield f"score {OPEN_FORM_SUFFIX}"


def discarders_with_maybe_equal_cards(game: Game) -> Iterator[int]:
    """Yield the seat of the player asked to discard a card if, as far as others know, all cards in that hand
    could be copies of one card.

    Equal cards are discarded without a question (IM-ASK-1).
    """
    table, question = game.table, game.question
    if not isinstance(question, ItemChoice) or question.kind not in (_DISCARD_KIND, "card"):
        return
    held = table.players[question.player].action_cards
    hidden = Counter(card for player in table.players for card in player.action_cards)
    enough = any(table.action_deck.count(card) + number >= len(held) for card, number in hidden.items())
    if enough and set(question.choices) == set(held):
        yield question.player


def _discarded_without_question(game: Game) -> Iterator[int]:
    """Yield the seats whose equal action cards the last answer discarded without asking; different cards
    would have raised a question.
    """
    if not len(game):
        return
    (entry,) = game.entries(len(game) - 1)
    cards = Counter(
        SEATS.index(ruling.facts["side"])
        for ruling in entry.rulings
        if ruling.case == "discarded" and ruling.facts["card"] in abilities_by_id()
    )
    for seat, number in cards.items():
        unasked = number - (entry.kind == _DISCARD_KIND and entry.player == seat)
        if unasked and unasked + len(game.table.players[seat].action_cards) > 1:
            yield seat


def answers_with_other_hands(game: Game) -> Iterator[tuple[int, str]]:
    """Yield (seat, answer template) pairs that would be possible if the players held other cards, such as
    playing an action card at any time.
    """
    table: GameTable = game.table
    question = game.question
    if table.phase == "setup":
        return
    for seat in _discarded_without_question(game):
        yield seat, f"{_DISCARD_KIND} {OPEN_FORM_SUFFIX}"
    for player in table.players:
        asked = isinstance(question, QuestionAllowingOffers) and question.player == player.seat
        if player.action_cards and not player.is_eliminated:
            yield player.seat, f"play {OPEN_FORM_SUFFIX}"
        if player.secret_objectives and not player.is_eliminated:
            yield player.seat, f"score {OPEN_FORM_SUFFIX}"
        if table.has_effect(CAN_OFFER_EFFECT, player.seat) and asked and not isinstance(question, TurnChoice):
            yield player.seat, f"offer {OPEN_FORM_SUFFIX}"


_CARD_NAMING_WORDS = ("play", "score", "discard", "return", "given", "card", "agenda")
"""The first words of answers that name a card of the hand."""

_DRAW_WORD = "draw"
"""The first word of answers that name a drawn card."""

SILENT_QUESTION_KINDS = ("use", "play", "score", "retreat", "bargain", "deal")
"""The kinds of questions that a player without an option leaves unanswered."""


@cache
def hideable_cards() -> frozenset[str]:
    """Return the ids of all cards that can be in a hand or be looked at by only one player."""
    decks: Decks = full_decks()
    return frozenset((*decks.action_cards, *decks.secret_objectives, *decks.agendas))


def _private_cards(table: GameTable, seat: int) -> Iterator[str]:
    """Yield a player's action cards, secret objectives, and agendas that the player has put in the deck."""
    player = table.players[seat]
    yield from player.action_cards
    yield from player.secret_objectives
    yield from sorted(table.agenda_deck.pieces_known_to(seat))


def cards_left_in_decks(table: GameTable, seat: int) -> Iterator[str]:
    """Yield the cards that are still in the decks; `seat` is ignored, since no deck belongs to a player."""
    for deck in (table.action_deck, table.secret_deck, table.agenda_deck):
        yield from deck.shuffled_cards()


def deck_name(question: Question) -> str:
    """Return the name of the deck from which a question draws, "" if it draws no card."""
    name = question.name if isinstance(question, NextDeckCardDraw) else ""
    return "agenda" if name == "look" else name


def _is_public_draw(question: Question) -> bool:
    """Return whether everybody sees the drawn card: public objectives, voted agendas, tiles."""
    return isinstance(question, NextDeckCardDraw) and question.name not in PRIVATE_DRAWS


def named_hand_cards(answer: str) -> tuple[str, ...]:
    """Return the id of the hand card that an answer names, as a tuple of one; () if it names none."""
    word, *rest = answer.split() or [""]
    return (
        tuple(rest) if word in _CARD_NAMING_WORDS and len(rest) == 1 and rest[0] in hideable_cards() else ()
    )


def names_hidden_card(answer: str) -> bool:
    """Return whether an answer names a card that can be hidden in a hand or deck, or the placeholder for an
    unknown card.

    Only such answers must be asked from a player; all others follow from open information.
    """
    word, *rest = answer.split() or [""]
    drawn = word == _DRAW_WORD and not hideable_cards().isdisjoint(rest)
    return drawn or UNKNOWN in answer.split() or answer.startswith(SHOWS) or bool(named_hand_cards(answer))


def _public_answer(entry: TranscriptEntry) -> str:
    """Return an answer as all players hear it, with the names of cards played in a battle."""
    asked = entry.question.battle_question if isinstance(entry.question, BattleQuestion) else entry.question
    return (
        f"play {asked.use.effect.id}"
        if isinstance(asked, PlayEffect) and entry.answer == "play"
        else entry.answer
    )


def onlooker_view(known: KnownCards) -> GameView:
    """Return the game as a spectator sees it, without the cards in any player's hand."""
    return attrs.evolve(
        GameView.from_game(known.game, 0),
        player=SPECTATOR,
        action_cards=(),
        secret_objectives=(),
        promissory_notes=(),
    )


def _set_up_lines(players: int, game: str, factions: Sequence[str]) -> str:
    """Return the set-up lines of a game at a real table: the short game, or a whole one with these factions.

    The variant is the site's house rules; each player chooses their own losses.

    >>> _set_up_lines(3, "whole", ("sol", "xxcha", "yin")).splitlines()[1:]
    ['faction sol', 'faction xxcha', 'faction yin', 'variant box losses=ask']
    """
    house_rules = variant_in_force("imperium")
    variant = attrs.evolve(house_rules if isinstance(house_rules, Variant) else Variant(), losses="ask")
    if game == SHORT:
        return "\n".join(GameStart(SHORT_FACTIONS, True, variant).setup_lines())
    return "\n".join(GameStart(tuple(factions[:players]), False, variant).setup_lines())


TABLE_RULES = RefereeRules(
    hand_tokens=_private_cards,
    drawable_tokens=cards_left_in_decks,
    hidden_draw_kinds=(_DRAW_WORD,),
    deck_name=deck_name,
    is_open_draw=_is_public_draw,
    announced_answer=_public_answer,
    hidden_question_kinds=(*PRIVATE_QUESTION_KINDS, "card"),
    depends_on_unknown=names_hidden_card,
    named_hand_cards=named_hand_cards,
    shown_cards_left=True,
    seats_asked_if_cards_differ=discarders_with_maybe_equal_cards,
    silent_answers=(acts.Pass.word, "score none", "stay"),
    silent_question_kinds=SILENT_QUESTION_KINDS,
    noticed_silence_kinds=("turn",),
    answer_templates=answer_templates,
    other_hands_answers=answers_with_other_hands,
    next_words=next_words,
    onlooker_view=onlooker_view,
    player_counts=tuple(range(MIN_SEATS, len(SEATS) + 1)),
    preset_names=(SHORT, "whole"),
    player_parts=faction_ids(),
    make_setup_lines=_set_up_lines,
)
"""The functions with which the referee of a real table handles Twilight Imperium."""
