"""The part of a game on the play page: how it begins, where to stop, what is shown and how it is answered.

Every method has a default that is good enough to play with, so that any game with a start and questions has
its page; a game replaces where it can do better (see `twingkit_widgets/twing/play`). A game's own `Settings`
say which `PlayGame` plays it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Generic

from twingkit import Game, Question, Ruling
from twingkit.core.knowledge import knows_outcome
from twingkit.core.language import localized
from twingkit.core.play import TranscriptEntry
from twingkit.core.questions import Chance, Roll
from twingkit.core.running.winners import side_of
from twingkit.learn.first_game.teaching import TEACHING
from twingkit_widgets.panel.keys import ANSWER, DIGITS, placeholder
from twingkit_widgets.panel.markup import Markup, el
from twingkit_widgets.panel.wording import Words, capitalize_first
from twingkit_widgets.table.play.beside.rated_hint import rated_reason
from twingkit_widgets.table.play.chance.throw import Throw
from twingkit_widgets.table.play.form import SEATS, common_fields, common_settings
from twingkit_widgets.table.play.headline import Headline
from twingkit_widgets.table.play.match import Match
from twingkit_widgets.table.play.offers import Group, Offer, plain_offers
from twingkit_widgets.table.play.open_panels import plain_throw
from twingkit_widgets.table.play.plain_headline import names_with_you, plain_headline
from twingkit_widgets.table.play.player_view import PlayerView
from twingkit_widgets.table.play.settings import SettingsT
from twingkit_widgets.table.play.story import StoryFormat
from twingkit_widgets.table.play.words import WORDS, PlayFault

MOST_ANSWERS = 500
"""The number of answers at which a game without an end is not played on."""


class PlayGame(Generic[SettingsT]):
    """One game on the play page."""

    words: Words = WORDS
    """Its sentences, with those of every play page as fallback."""
    fault: type[PlayFault] = PlayFault
    """The errors in its settings, with its own sentences."""
    ai_levels: tuple[str, ...] = ("random",)
    """The ways in which the computer can play, the strongest first."""
    default_level: str = "random"
    """The default way in which the computer plays."""
    adviser: str = "random"
    """The computer player that gives hints, whoever the opponents are."""
    passing: Collection[str] = ()
    """The kinds of question that who has nothing to play need not see: the only answer is "pass"."""
    passes: Collection[str] = ("pass",)
    """Answers that do nothing: see `declines`."""
    beside_picture: bool = False
    """True if what is not chosen first stands beside the picture of the contest on a wide screen."""
    unfolds_news: bool = False
    """True if the news can be so many that a phone has a switch to show them all."""
    keeps_dice: bool = False
    """True if the same dice fall again after the same answers: taking back brings no new ones."""
    open_dice: bool = False
    """True if dice always fall in sight of all."""
    telling: StoryFormat = StoryFormat()
    """The way in which its rulings become a story."""
    linked: tuple[str, ...] = ("opponents", "seed", "game", "seat")
    """The settings of a game that an address can name."""
    numbers: tuple[str, ...] = ()
    """Those of them that are numbers."""
    tools: Collection[str] = ("undo", "hint", "dice", "new", "save", "help")
    """The tools below the table, as `bar.TOOLS` shows them."""
    further_keys: Mapping[str, str] = {}
    """The keys that the page has besides those of every play page, and what they do."""
    helps: tuple[str, ...] = ("rules",)
    """The sentences of the help, each `help.` and this."""
    seat_tags: tuple[str, ...] = SEATS
    """The names of seats in addresses and in kept games."""
    setup: str = ""
    """The beginning of the set-up lines of a typed position."""

    @property
    def levels(self) -> tuple[str, ...]:
        """All ways in which the computer can play, the one that teaches last."""
        return (*self.ai_levels, TEACHING)

    @localized
    def title(self, lang: str | None = None) -> str:
        """Return what the page is called for who does not see it."""
        return self.words.say("now.panel", game="")

    # -- who is asked, and where to stop

    def asks(self, asked: Question, seat: int) -> bool:
        """True if a question is for the person of this seat; all other chance is settled automatically."""
        return asked.player == seat and not isinstance(asked, Chance)

    def suggested(self, game: Game) -> str | None:
        """The answer of who answers for all and just goes on: the first that is allowed; None: chance
        decides."""
        asked = game.question
        return (
            None
            if asked is None or isinstance(asked, Chance)
            else asked.format_answer(next(iter(asked.options())))
        )

    def farthest(self, game: Game) -> int:
        """The number of answers at which going on to the end stops for who answers for all: some games have
        no end."""
        return MOST_ANSWERS

    def given(self, entry: TranscriptEntry) -> str:
        """What an answer says by itself, where no rule acted: the question and the answer."""
        return f"{entry.question.text()} {entry.answer}"

    def deals(self, asked: Question) -> bool:
        """True for chance that lays the game out before anybody begins: cards are dealt, no die is thrown."""
        return isinstance(asked, Chance) and not isinstance(asked, Roll)

    def has_no_effect(self, asked: Question) -> bool:
        """True if nothing that the person could do at a question of `passing` would change anything: it is
        passed without asking, and that is said once."""
        return False

    def declines(self, answer: str) -> bool:
        """True for an answer that does nothing: the same key gives it at every question."""
        return answer in self.passes

    def answer_key(self, answer: str, player_view: PlayerView) -> str:
        """The key of an answer that does something: its own number if it ends with one of a single digit
        (`take 3`), else the next that is free."""
        number = answer.rpartition(" ")[2]
        return placeholder(number) if number in DIGITS else ANSWER

    def advises(self, asked: Question) -> bool:
        """Return whether there is anything to advise on: nobody knows how dice will fall."""
        return not isinstance(asked, Chance)

    def contest(self, game: Game) -> object:
        """The contest under way whose end is to be seen before play goes on, None if there is none."""
        return None

    def ended(self, contest: object, seat: int) -> bool:
        """Return whether such a contest is over now, and this seat took part in it."""
        return False

    def picture(self, contest: object, view: object) -> object:
        """Return what stays to be seen of a contest that has ended."""
        return contest

    def scene(self, match: Match) -> object:
        """The scene of a contest: the one under way, or the person's own that has just ended."""
        return match.ended or None

    def pause(self, game: Game, seat: int, news_from: int) -> str:
        """Return why to stop after what was told since so many rulings; empty: play goes on."""
        return ""

    def stop(self, game: Game, seat: int, looked: int) -> str:
        """Return why to stop before the question that waits, whoever is asked; empty: play goes on. The
        person went on from the last pause after `looked` answers."""
        return ""

    def hides(self, ruling: Ruling, match: Match) -> bool:
        """True if a ruling is hidden from the person."""
        return False

    def called(self, game: Game, seat: int) -> Mapping[str, str]:
        """Return the words by which those at the table go for the person of a seat: see `Words.calling`."""
        return {}

    def out(self, game: Game, seat: int) -> bool:
        """Return whether a seat is out of the game, so that its person only watches."""
        return False

    def turn(self, game: Game) -> int:
        """The number of the turn, for who watches."""
        return 0

    def throws(self, game: Game, seat: int) -> list[Throw]:
        """The rolls that the person of a seat may change: the last one of each seat in the last row of throws
        or draws, of those that the person knows.

        No draws: the cards that may still come would say what the others hold.
        """
        throws: dict[int, Throw] = {}
        fallen = False
        for index, entry in reversed(list(enumerate(game.transcript))):
            if isinstance(entry.question, Chance):
                fallen = True
                if (
                    isinstance(entry.question, Roll)
                    and entry.player not in throws
                    and knows_outcome(game, seat, index)
                ):
                    throws[entry.player] = Throw(index, entry.player, entry.answer)
            elif fallen:
                break
        return sorted(throws.values(), key=lambda throw: throw.index)

    # -- what is shown

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the page."""
        return plain_headline(player_view)

    def now(self, asked: Question, view: object) -> str:
        """Return what the person is asked, in one sentence; empty: the question's own words."""
        return ""

    def seat_name(self, game: Game, seat: int) -> str:
        """Return what a player is called."""
        return game.start.seat(seat)

    def ai_level(self, name: str) -> str:
        """Return what a way in which the computer plays is called."""
        return self.words.say(f"new.ai_level.{name}")

    def goal(self, player_view: PlayerView) -> Markup | None:
        """Return what the person is after, and how far that is."""
        return el("div", el("p", self.seat_text(player_view)), cls="tk-play-goal", data_key="goal")

    def seat_text(self, player_view: PlayerView) -> str:
        """Return which seat the person has, or all, and who plays on its side."""
        match = player_view.match
        if match.all_seats:
            return player_view.say("all.you")
        text = player_view.say("now.seat", seat=self.seat_name(match.game, match.seat))
        side = side_of(match.game, match.seat)
        if len(side) < 2:
            return text
        return (
            f"{text} {capitalize_first(player_view.say('now.team', who=names_with_you(player_view, side)))}"
        )

    def battle(self, player_view: PlayerView) -> Markup | None:
        """The picture of the contest."""
        return None

    def hand(self, player_view: PlayerView) -> Markup | None:
        """Return what only the person sees, where it is not chosen from."""
        return None

    def table(self, player_view: PlayerView) -> Markup | None:
        """The picture of the table; None where a game shows none."""
        return None

    def summary(self, player_view: PlayerView) -> Markup | None:
        """The game in numbers, once it is over."""
        return None

    # -- how a question is answered

    def offers(self, asked: Question, player_view: PlayerView) -> list[Group]:
        """The answers in groups."""
        return plain_offers(asked, player_view)

    def offer(self, asked: Question, answer: object, player_view: PlayerView) -> Offer:
        """One answer as a button."""
        written = asked.format_answer(answer)
        return Offer(written, written)

    def choosing(self, asked: Question, player_view: PlayerView) -> Markup | None:
        """Return what an answer is chosen with, if that is not a button for each."""
        return None

    def chosen_first(self, asked: Question, player_view: PlayerView) -> bool:
        """Return whether what an answer is chosen with stands above the picture of the contest."""
        return False

    def afterwards(self, player_view: PlayerView[SettingsT]) -> Markup | None:
        """The button that goes on after the end; None: the same may be played again."""
        return None

    def beside(self, player_view: PlayerView) -> Markup | None:
        """Return what else can be pressed in a pause."""
        return None

    def leaving(self, asked: Question, player_view: PlayerView) -> Markup | None:
        """The way out of the game."""
        return None

    def finish(self, player_view: PlayerView) -> Markup | None:
        """Return what finishes a choice, for the bar; None: the buttons of the page do."""
        return None

    def can_take_hint(self, asked: Question) -> bool:
        """Return whether a hint can be taken over into what is being chosen."""
        return False

    def is_hint_chosen(self, player_view: PlayerView) -> bool:
        """Return whether the hint is chosen already."""
        return False

    def hint_text(self, asked: Question, hint: object, player_view: PlayerView) -> str:
        """The computer's answer in words."""
        written = asked.format_answer(hint)
        offers = (offer for group in self.offers(asked, player_view) for offer in group.offers)
        return next((offer.label for offer in offers if offer.answer == written), written)

    def hint_reason(self, asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
        """Return why it would, and the rule behind that."""
        rated = rated_reason(asked, hint, player_view)
        return rated if rated[0] else self.plain_reason(asked, hint, player_view)

    def plain_reason(self, asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
        """Return what the game says of such an answer, else that nothing helps more; and the rule behind the
        question. The sentences are `because.KIND_WORD`, `because.WORD` (its last or first word), and
        `because.KIND` by the question."""
        first, last = (written := asked.format_answer(hint).split())[0], written[-1]
        names = (f"{asked.kind}_{last}", f"{asked.kind}_{first}", last, first, asked.kind)
        keys = [f"because.{name}" for name in names]
        key = next((key for key in keys if key in self.words), "because.any")
        return player_view.say(key), asked.rule

    def throw_html(self, throw: Throw, player_view: PlayerView) -> Markup | None:
        """A throw with all that could have come, as buttons `face` with `index:face`."""
        return plain_throw(throw, player_view)

    def harm(self, asked: Question, answer: str, player_view: PlayerView) -> str:
        """The harm that an answer would do to its own player, in a sentence: it is asked back once; "" for
        none that a person is likely to overlook."""
        return ""

    # -- how it begins

    def fields(self, player_view: PlayerView[SettingsT]) -> list[Markup]:
        """The fields of the form for a new game."""
        return common_fields(player_view)

    def settings(self, typed: Mapping[str, str], before: SettingsT) -> SettingsT:
        """The `Settings` that the form says; fields that are not there stay as `before`. Raises `PlayFault`
        or `Fault` for what cannot be."""
        return common_settings(typed, before)

    def address(self, settings: SettingsT) -> dict[str, str]:
        """Return what a link to such a game has in its query: only what is not usual."""
        return {}

    def written(self, game: Game, settings: SettingsT) -> str:
        """The record of a game as it is kept: comments in it may say more of its settings."""
        return game.record

    def noted(self, settings: SettingsT, record: str, game: Game) -> SettingsT:
        """The settings with what a kept record says of them in comments. Raises what reading it raises."""
        return settings

    def record_of(self, lines: list[str]) -> str:
        """The record that the set-up lines of a typed position begin."""
        raise self.fault("neither", found=lines[0])
