"""What a game defines for the play page: how it starts, where to stop, what is shown and how questions are
answered.

Every method has a default that suffices to play, so any game with a start and questions has a play page;
games override what they can do better (see `twingkit_widgets/twing/play`). The `Settings` of a game name its
`PlayGame`.
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
"""After this many answers an endless game is not played on."""


class PlayGame(Generic[SettingsT]):
    """The default behaviour of a game on the play page."""

    words: Words = WORDS
    """The texts of the game, with those of every play page as fallback."""
    fault: type[PlayFault] = PlayFault
    """The class of errors in its settings, with the game's own messages."""
    ai_levels: tuple[str, ...] = ("random",)
    """The computer levels, the strongest first."""
    default_level: str = "random"
    """The default computer level."""
    adviser: str = "random"
    """The computer player that gives hints, whoever the opponents are."""
    passing: Collection[str] = ()
    """The kinds of questions that a person with nothing to play need not see, because "pass" is the only
    answer.
    """
    passes: Collection[str] = ("pass",)
    """Answers that do nothing; see `declines`."""
    beside_picture: bool = False
    """True if controls that do not come first stand beside the picture of the contest on a wide screen."""
    unfolds_news: bool = False
    """True if there can be so much news that a phone has a switch to show it all."""
    keeps_dice: bool = False
    """True if the same dice come again after the same answers, so that an undo brings no new ones."""
    open_dice: bool = False
    """True if all dice are rolled in view of everybody."""
    telling: StoryFormat = StoryFormat()
    """How its rulings become a story."""
    linked: tuple[str, ...] = ("opponents", "seed", "game", "seat")
    """The settings that an address can contain."""
    numbers: tuple[str, ...] = ()
    """The numeric ones among them."""
    tools: Collection[str] = ("undo", "hint", "dice", "new", "save", "help")
    """The tools of the bar, as in `bar.TOOLS`."""
    further_keys: Mapping[str, str] = {}
    """Additional keys of the page, and what they do."""
    helps: tuple[str, ...] = ("rules",)
    """The sentences of the help (`help.` plus this name)."""
    seat_tags: tuple[str, ...] = SEATS
    """The names of seats in addresses and in saved games."""
    setup: str = ""
    """The start of the set-up lines of a typed position."""

    @property
    def levels(self) -> tuple[str, ...]:
        """All computer levels, the teaching one last."""
        return (*self.ai_levels, TEACHING)

    @localized
    def title(self, lang: str | None = None) -> str:
        """Return the name of the page for screen readers."""
        return self.words.say("now.panel", game="")

    # -- questions and stops

    def asks(self, asked: Question, seat: int) -> bool:
        """True if a question is for the person of this seat; all other chance is decided automatically."""
        return asked.player == seat and not isinstance(asked, Chance)

    def suggested(self, game: Game) -> str | None:
        """Return the default answer of a person who answers for all: the first allowed one; None if chance
        decides.
        """
        asked = game.question
        return (
            None
            if asked is None or isinstance(asked, Chance)
            else asked.format_answer(next(iter(asked.options())))
        )

    def farthest(self, game: Game) -> int:
        """Return the number of answers at which playing to the end stops, for a person who answers for all;
        some games have no end.
        """
        return MOST_ANSWERS

    def given(self, entry: TranscriptEntry) -> str:
        """Return the sentence for an answer at which no rule acted: the question and the answer."""
        return f"{entry.question.text()} {entry.answer}"

    def deals(self, asked: Question) -> bool:
        """True for chance that sets up the game before anyone plays: cards are dealt, no die is thrown."""
        return isinstance(asked, Chance) and not isinstance(asked, Roll)

    def has_no_effect(self, asked: Question) -> bool:
        """True if no answer of the person to a question of `passing` would change anything.

        It is then passed automatically, which is announced once.
        """
        return False

    def declines(self, answer: str) -> bool:
        """True for an answer that does nothing; the same key gives it at every question."""
        return answer in self.passes

    def answer_key(self, answer: str, player_view: PlayerView) -> str:
        """Return the key of an answer: its number if it ends with a single digit (`take 3`), or else the next
        free one.
        """
        number = answer.rpartition(" ")[2]
        return placeholder(number) if number in DIGITS else ANSWER

    def advises(self, asked: Question) -> bool:
        """True if there is something to advise on; dice cannot be predicted."""
        return not isinstance(asked, Chance)

    def contest(self, game: Game) -> object:
        """Return the current contest whose end is to be seen before play goes on, or None."""
        return None

    def ended(self, contest: object, seat: int) -> bool:
        """True if such a contest is over now, and this seat took part in it."""
        return False

    def picture(self, contest: object, view: object) -> object:
        """Return what stays visible of a contest that has ended."""
        return contest

    def scene(self, match: Match) -> object:
        """Return the scene of a contest: the current one, or the person's own that has just ended."""
        return match.ended or None

    def pause(self, game: Game, seat: int, news_from: int) -> str:
        """Return why to stop after the rulings from number `news_from` on; "" to play on."""
        return ""

    def stop(self, game: Game, seat: int, looked: int) -> str:
        """Return why to stop before the pending question, whoever is asked; "" to play on.

        The person went on from the last pause after `looked` answers.
        """
        return ""

    def hides(self, ruling: Ruling, match: Match) -> bool:
        """True if a ruling is hidden from the person."""
        return False

    def called(self, game: Game, seat: int) -> Mapping[str, str]:
        """Return the names to use when a message addresses the person of this seat."""
        return {}

    def out(self, game: Game, seat: int) -> bool:
        """True if a seat is out of the game, so that its person only watches."""
        return False

    def turn(self, game: Game) -> int:
        """Return the number of the turn, for a person who watches."""
        return 0

    def throws(self, game: Game, seat: int) -> list[Throw]:
        """Return the rolls that the person of a seat can change: the last one of each seat in the last series
        of throws or draws that the person knows.

        Draws are excluded: the cards that may still come would reveal what the others hold.
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

    # -- HTML

    def headline(self, player_view: PlayerView) -> Headline:
        """Return the headline of the page."""
        return plain_headline(player_view)

    def now(self, asked: Question, view: object) -> str:
        """Return the person's question in one sentence; "" for the question's own words."""
        return ""

    def seat_name(self, game: Game, seat: int) -> str:
        """Return the name of a player."""
        return game.start.seat(seat)

    def ai_level(self, name: str) -> str:
        """Return the name of a computer level."""
        return self.words.say(f"new.ai_level.{name}")

    def goal(self, player_view: PlayerView) -> Markup | None:
        """Return the person's goal, and the progress towards it."""
        return el("div", el("p", self.seat_text(player_view)), cls="tk-play-goal", data_key="goal")

    def seat_text(self, player_view: PlayerView) -> str:
        """Return which seat the person has (or all), and who plays on its side."""
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
        """Return the picture of the contest."""
        return None

    def hand(self, player_view: PlayerView) -> Markup | None:
        """Return what only the person sees, if it is not part of the choices."""
        return None

    def table(self, player_view: PlayerView) -> Markup | None:
        """Return the picture of the table, or None."""
        return None

    def summary(self, player_view: PlayerView) -> Markup | None:
        """Return the figures of the game once it is over."""
        return None

    # -- answering

    def offers(self, asked: Question, player_view: PlayerView) -> list[Group]:
        """Return the answers in groups."""
        return plain_offers(asked, player_view)

    def offer(self, asked: Question, answer: object, player_view: PlayerView) -> Offer:
        """Return one answer as a button."""
        written = asked.format_answer(answer)
        return Offer(written, written)

    def choosing(self, asked: Question, player_view: PlayerView) -> Markup | None:
        """Return the controls to compose an answer, if it is not a button for each."""
        return None

    def chosen_first(self, asked: Question, player_view: PlayerView) -> bool:
        """True if these controls stand above the picture of the contest."""
        return False

    def afterwards(self, player_view: PlayerView[SettingsT]) -> Markup | None:
        """Return the button that goes on after the end; None to offer the same game again."""
        return None

    def beside(self, player_view: PlayerView) -> Markup | None:
        """Return further controls for a pause."""
        return None

    def leaving(self, asked: Question, player_view: PlayerView) -> Markup | None:
        """Return the button that leaves the game."""
        return None

    def finish(self, player_view: PlayerView) -> Markup | None:
        """Return the controls that finish a choice, for the bar; None to use the buttons of the page."""
        return None

    def can_take_hint(self, asked: Question) -> bool:
        """True if a hint can be taken over into the current choice."""
        return False

    def is_hint_chosen(self, player_view: PlayerView) -> bool:
        """True if the hint is chosen already."""
        return False

    def hint_text(self, asked: Question, hint: object, player_view: PlayerView) -> str:
        """Return the computer's answer in words."""
        written = asked.format_answer(hint)
        offers = (offer for group in self.offers(asked, player_view) for offer in group.offers)
        return next((offer.label for offer in offers if offer.answer == written), written)

    def hint_reason(self, asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
        """Return why the computer would give this answer, and the rule behind it."""
        rated = rated_reason(asked, hint, player_view)
        return rated if rated[0] else self.plain_reason(asked, hint, player_view)

    def plain_reason(self, asked: Question, hint: object, player_view: PlayerView) -> tuple[str, str]:
        """Return the game's sentence about such an answer, or that nothing helps more, and the rule behind
        the question.

        The sentences are `because.KIND_WORD`, `because.WORD` (the last or first word), and `because.KIND` by
        the question.
        """
        first, last = (written := asked.format_answer(hint).split())[0], written[-1]
        names = (f"{asked.kind}_{last}", f"{asked.kind}_{first}", last, first, asked.kind)
        keys = [f"because.{name}" for name in names]
        key = next((key for key in keys if key in self.words), "because.any")
        return player_view.say(key), asked.rule

    def throw_html(self, throw: Throw, player_view: PlayerView) -> Markup | None:
        """Return a throw with all its possible results, as buttons `face` with `index:face`."""
        return plain_throw(throw, player_view)

    def harm(self, asked: Question, answer: str, player_view: PlayerView) -> str:
        """Return in a sentence how an answer would harm its own player, who is then asked to confirm it once;
        "" for none that is easily overlooked.
        """
        return ""

    # -- starting

    def fields(self, player_view: PlayerView[SettingsT]) -> list[Markup]:
        """Return the fields of the form for a new game."""
        return common_fields(player_view)

    def settings(self, typed: Mapping[str, str], before: SettingsT) -> SettingsT:
        """Read the `Settings` from the form; missing fields stay as in `before`.

        Raises `PlayFault` or `Fault` for invalid input.
        """
        return common_settings(typed, before)

    def address(self, settings: SettingsT) -> dict[str, str]:
        """Return the settings that differ from the defaults, as a query."""
        return {}

    def written(self, game: Game, settings: SettingsT) -> str:
        """Return the record of a game for saving; comments in it may contain further settings."""
        return game.record

    def noted(self, settings: SettingsT, record: str, game: Game) -> SettingsT:
        """Return the settings with what a saved record says in comments. Raises what parsing it raises."""
        return settings

    def record_of(self, lines: list[str]) -> str:
        """Return the record that the set-up lines of a typed position start."""
        raise self.fault("neither", found=lines[0])
