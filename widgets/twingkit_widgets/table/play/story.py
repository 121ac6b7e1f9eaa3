"""The story of a game, turn by turn; every sentence opens the rule behind it."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby, takewhile
from pathlib import Path

import attrs

from twingkit import Ruling
from twingkit.core.rulebook import Rulebook
from twingkit_widgets.panel.markup import Markup, button, el, join
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.read.rulebook.rulings import rule_html
from twingkit_widgets.table.play.words import WORDS, key_for_count

SHOWN_TURNS = 8
"""The number of earlier turns listed by default."""

_LONG_TURN = 5
"""The number of sentences from which on a turn is listed without the ids of its rules."""


RulingKind = tuple[str, str]
"""A kind of ruling: a rule and one of its cases (`Ruling.key`)."""


def ruling_kinds_by_group(file: Path) -> Mapping[str, frozenset[RulingKind]]:
    """Return the kinds of rulings in each group of a TOML file, in which a group lists the cases of rules."""
    groups = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        group: frozenset((rule, case) for rule, cases in rules.items() for case in cases)
        for group, rules in groups.items()
    }


@attrs.frozen
class StoryTurnRules:
    """The rules for dividing the rulings of a game into the turns of a story.

    Rulings in `turn_starts` start a turn; its number is their fact `turn_number_fact`, or else they are
    counted. `important_rulings` make a short account. Rules with the prefix `setup_prefix` belong to the
    set-up. A game whose turns start in another way overrides `starts_turn`.
    """

    turn_starts: Collection[RulingKind] = ()
    important_rulings: Collection[RulingKind] = ()
    setup_prefix: str = ""
    turn_number_fact: str = "n"

    def starts_turn(self, ruling: Ruling) -> bool:
        """True if a ruling starts a turn."""
        return ruling.key in self.turn_starts

    def belongs_to_next_turn(self, ruling: Ruling) -> bool:
        """True if a ruling that comes just before the start of a turn belongs to that turn."""
        return False


@attrs.frozen
class StorySentence:
    """One sentence of the story: its number (from 0), the ruling, and whether a short account includes it."""

    index: int
    ruling: Ruling
    is_important: bool = False


@attrs.frozen
class TurnStory:
    """The part of a game's story that tells one turn; turn 0 contains everything before the first turn.

    `starting_ruling` is the ruling that started the turn, `last_index` the number of its last ruling.
    """

    number: int
    starting_ruling: Ruling | None
    sentences: tuple[StorySentence, ...]
    last_index: int
    is_setup: bool = False
    title_key: str = "story.begin"

    def title(self, words: PanelTexts = WORDS) -> str:
        """Return the title of the turn from the game's catalogue, or the text of its starting ruling."""
        if self.starting_ruling and "story.turn" in words:
            return words.say("story.turn", n=self.number)
        if self.starting_ruling:
            return self.starting_ruling.text().rstrip(".")
        return words.say("story.setup" if self.is_setup else self.title_key)


def split_into_turns(rulings: Sequence[Ruling], story_format: StoryTurnRules) -> list[TurnStory]:
    """Divide the rulings of a game into turns, in order of play."""
    story: list[TurnStory] = []
    head, number, entries = None, 0, list[StorySentence]()

    def close(last: int) -> None:
        setup = bool(
            story_format.setup_prefix
            and entries
            and entries[0].ruling.rule.startswith(story_format.setup_prefix)
        )
        if head or entries:
            story.append(TurnStory(number, head, tuple(entries), last, setup))

    def part_before() -> list[StorySentence]:
        """Remove and return the last sentences, which belong to the next turn."""
        count = sum(
            1
            for _ in takewhile(
                lambda entry: story_format.belongs_to_next_turn(entry.ruling), reversed(entries)
            )
        )
        return [entries.pop() for _ in range(count)][::-1]

    for index, ruling in enumerate(rulings):
        if story_format.starts_turn(ruling):
            before = part_before()
            close(index - 1 - len(before))
            head, number = ruling, int(ruling.facts.get(story_format.turn_number_fact, number + 1))
            entries = before
        else:
            weighty = ruling.key in story_format.important_rulings
            entries.append(StorySentence(index, ruling, weighty))
    before = part_before() if head else []
    close(len(rulings) - 1 - len(before))
    if before:
        head, number, entries = before[0].ruling, number + 1, before[1:]
        close(len(rulings) - 1)
    return story


def _split_by_news(story: list[TurnStory], news_start: int) -> list[TurnStory]:
    """Split the story of a game without turns at ruling `news_start`; return others unchanged."""
    if len(story) != 1 or story[0].starting_ruling or not 0 < news_start <= story[0].last_index:
        return story
    only = story[0]
    news = tuple(entry for entry in only.sentences if entry.index >= news_start)
    before = only.sentences[: -len(news)]
    return [
        attrs.evolve(only, sentences=before, last_index=news_start - 1, title_key="story.before"),
        TurnStory(1, None, news, only.last_index, title_key="story.since"),
    ]


@attrs.frozen
class StoryView:
    """A view that renders the story of a game as HTML: the news, and below it the earlier turns.

    `story_format` defines its turns, `words` is the catalogue of the game. `first_new_ruling` is the
    number of the first ruling after the person's last answer, `toggled_turns` the numbers of the turns that
    were opened (or, of the latest ones, closed), `open_rule` the open rule and `open_rule_place` the key of
    its sentence, `shows_all_turns` whether all earlier turns are listed.
    """

    rulings: Sequence[Ruling]
    book: Rulebook
    story_format: StoryTurnRules = StoryTurnRules()
    words: PanelTexts = WORDS
    first_new_ruling: int = 0
    toggled_turns: Collection[int] = ()
    open_rule: str = ""
    open_rule_place: str = ""
    shows_all_turns: bool = False

    def html(self) -> Markup:
        """Return the HTML of the story: the news, and below it the earlier turns, the latest first."""
        played = _split_by_news(split_into_turns(self.rulings, self.story_format), self.first_new_ruling)
        new = [turn for turn in played if self._is_new(turn)]
        old = [turn for turn in played if not self._is_new(turn)][::-1]
        listed = old if self.shows_all_turns else old[:SHOWN_TURNS]
        more = len(old) - len(listed)
        has_turns = any(not turn.is_setup for turn in listed)
        placeholder = el("p", self.words.say("story.nothing"), cls="tk-soft") if not new else None
        return el(
            "section",
            el("h3", self.words.say("story.title")),
            placeholder,
            [self._turn(turn, True) for turn in new],
            el("h4", self.words.say("story.earlier"), cls="tk-label") if has_turns else None,
            [self._turn(turn, False) for turn in listed],
            self._more(more) if more else None,
            cls="tk-play-story",
            data_key="story",
        )

    def _more(self, count: int) -> Markup:
        text = self.words.say(key_for_count("story.every", count), n=count)
        return button(text, "all_turns", cls="tk-button tk-quiet")

    def _is_new(self, turn: TurnStory) -> bool:
        return turn.last_index >= self.first_new_ruling

    def _turn(self, turn: TurnStory, new: bool) -> Markup:
        is_open = (new and not turn.is_setup) != (turn.number in self.toggled_turns)
        head = button(
            turn.title(self.words),
            "turn",
            turn.number,
            cls="tk-play-turn",
            aria_expanded=str(is_open).lower(),
        )
        alike = groupby(turn.sentences, key=lambda entry: (entry.ruling.text(), entry.ruling.rule))
        brief = len(turn.sentences) > _LONG_TURN
        items = [self._run_html([*run], brief) for _, run in alike] if is_open else []
        listed = el("ol", items, cls="tk-list tk-play-told", data_roving=True) if items else None
        return el("div", el("h4", head), listed, data_key=f"turn-of:{turn.number}")

    def _run_html(self, run: Sequence[StorySentence], brief: bool) -> Markup:
        """Return a sentence as a list item; if it occurs several times in a row, with the number of times."""
        times = f" {self.words.say('story.times', n=len(run))}" if len(run) > 1 else ""
        return el("li", self._entry_html(run[0], times, brief), data_key=f"said:{run[0].index}")

    def _entry_html(self, entry: StorySentence, times: str, brief: bool) -> Markup:
        """Return a sentence as a button that opens its rule; the id of the rule is left out if `brief`."""
        ruling, key = entry.ruling, f"told:{entry.index}"
        style = "tk-told tk-told-weighty" if entry.is_important else "tk-told"
        if entry.index >= self.first_new_ruling:
            style += " tk-told-new"
        is_open = key == self.open_rule_place and bool(self.open_rule)
        sentence = button(
            [
                el("span", ruling.text() + times),
                None if brief else [" ", el("b", ruling.rule, cls="tk-told-id")],
            ],
            "rule",
            f"{key}|{ruling.rule}",
            cls=style,
            key=key,
            title=ruling.rule if brief else None,
            aria_expanded=str(is_open).lower(),
        )
        return join(sentence, open_rule_html(self.open_rule, self.book) if is_open else None)


def open_rule_html(rule_id: str, book: Rulebook, reasons: Sequence[str] = ()) -> Markup | None:
    """Render an opened rule with a close button, preceded by the `reasons` why it matters; None if the
    rulebook has no rule `rule_id`.

    The sentences `reasons` (why it matters in this game) come before it.
    """
    if rule_id not in book:
        return None
    rule = rule_html(book[rule_id], book)
    here = el("p", WORDS.say("story.here", said=" ".join(reasons)), cls="tk-note tk-small")
    return el(
        "div",
        here if reasons else None,
        rule,
        cls="tk-play-rule",
        data_bring=rule_id,
        data_key=f"rule:{rule_id}",
    )
