"""The example of a rule: its table, the answers in words, and a link to try it."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from twingkit import Game, twing
from twingkit.core.language import localized
from twingkit.core.links import pack_text, to_unquoted_link_value
from twingkit.core.messages import Fault
from twingkit.core.notation import NotationError
from twingkit.core.questions import Refusal
from twingkit.core.variants.start_lines import VARIANT_KEY
from twingkit.twing.examples import TwingRuleExample, example
from twingkit.twing.notation.holding import Holding
from twingkit_widgets.panel.address.addresses import page_href
from twingkit_widgets.panel.controls import named_field
from twingkit_widgets.panel.markup import Child, Markup, el, join
from twingkit_widgets.panel.settings.start_rules import start_variant
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.read.rulebook.rule_example import BEFORE, RuleExampleView
from twingkit_widgets.read.rulebook.rule_list import RULEBOOK_WORDS as COMMON
from twingkit_widgets.twing.pictures.answer_sentence import describe_answer
from twingkit_widgets.twing.pictures.scene import make_battle_scene
from twingkit_widgets.twing.pictures.small_table import SmallTable
from twingkit_widgets.twing.pictures.table import battle_table_html
from twingkit_widgets.twing.play.names import player_fact as named_player
from twingkit_widgets.twing.play.pairings import PairingView, pairings_of

WORDS = PanelTexts(Path(__file__).with_name("rulebook_words.toml"), COMMON)
"""The texts of the rulebook other than the rules."""

BOX = "box"
"""The variant of a table under the rules of the box."""

_SETTING_UP = "setup"
"""The phase of a table before the first answer."""


class TwingExampleView(RuleExampleView):
    """A view that renders the example of a rule of Imperial Twing as HTML."""

    words = WORDS

    @property
    def example(self) -> TwingRuleExample:
        """The example of the rule."""
        return example(self.rule)

    def action_text(self) -> str:
        """Return the answer of the example in words; "" if there is none."""
        return example_answer_text(self.rule, self.lang)

    def verdict_html(self) -> Child:
        """Return the note that the answer is illegal, which precedes the reason."""
        return [el("b", self.say("refused")), " "] if self.is_refused else None

    def table_and_buttons(self) -> list[Child]:
        """Return the switch to the other table, a sentence about this one, the table, and the link."""
        head = el(
            "div", self.step_buttons(), self.caption_html(self._about_table()), cls="tk-row tk-book-steps"
        )
        return [head, self.table_html(), self.try_example_html()]

    def table_html(self) -> Markup:
        """Return the battle of the example, if there is one, and the players' cards."""
        return example_table_html(self.rule, self.shown_step, self.lang)

    def rules_text_key(self) -> str:
        """Return the text key of the sentence about the example's variant."""
        if f"\n{VARIANT_KEY} " in self.example.table:
            return "by_a_variant"
        carried = self._is_battle or example_notation(self.rule, start_variant("twing")) != example_notation(
            self.rule
        )
        return "tried_with_us" if self.is_site_page and carried else "by_the_box"

    @property
    def _is_battle(self) -> bool:
        """True if the example's table is a battle in notation instead of a whole game."""
        return " vs " in self.example.open

    def _about_table(self) -> str:
        if self.has_table_after:
            return f"shows_{self.shown_step}"
        if self.example.answer:
            return "unchanged"
        return "odds" if self.example.odds else "allowed"

    # -- trying it

    def try_example_html(self) -> Markup:
        """Return the link to try the example or, in a notebook, its notation to copy."""
        battle = self._is_battle
        text = example_notation(self.rule, start_variant("twing") if self.is_site_page else BOX)
        if not self.is_site_page:
            return self._field("copy_battle" if battle else "copy_game", text)
        if battle:
            link = page_href("battle-lab", battle=to_unquoted_link_value(text))
        else:
            link = page_href("play", game=pack_text(text))
        label = self.say("try_battle" if battle else "try_game")
        return el("p", el("a", label, " ›", href=link, cls="tk-button", data_key="try"))

    def _field(self, key: str, text: str) -> Markup:
        own = f"{self.id_prefix}-{key}"
        rows = len(text.splitlines())
        field = named_field("textarea", key, text, readonly=True, rows=rows, cls="tk-field tk-code", id=own)
        return el(
            "details",
            el("summary", self.say("try_written"), data_key="try:written"),
            el("div", el("label", self.say(key), for_=own, cls="tk-label"), field, cls="tk-stack tk-tight"),
            cls="tk-book-copy",
            data_key="try",
        )


@lru_cache(maxsize=64)
def example_notation(rule: str, variant: str = BOX) -> str:
    """Return the position in the example of a rule as notation: a battle, or the text of a record.

    A position of the box uses this `variant` if possible; an example of a variant keeps its own.
    """
    table = example(rule).open
    if " vs " in table:
        return table.strip()
    record = Game.begin(table).record
    carried = record.replace(f"\n{VARIANT_KEY} {BOX}\n", f"\n{VARIANT_KEY} {variant}\n")
    try:
        return Game.replay(carried).record
    except (Fault, Refusal, NotationError):  # the house rules do not allow this position
        return record


@lru_cache(maxsize=64)
@localized
def example_answer_text(rule: str, lang: str) -> str:
    """Return in words the answer that the example of a rule plays; "" if it plays none."""
    example_shown = example(rule)
    return describe_answer(example_shown.game(), example_shown.answer) if example_shown.answer else ""


@lru_cache(maxsize=64)  # cached: the panel renders again with every letter typed into its search
@localized
def example_table_html(rule: str, step: str, lang: str) -> Markup:
    """Render the table in the example of a rule at a step (before or after the answer): the battle, if any,
    and the players' cards.
    """
    example_shown = example(rule)
    before = example_shown.game()
    game = before if step == BEFORE else example_shown.game_after()
    if not isinstance(game.start, twing.GameStart):
        return el("div", battle_table_html(make_battle_scene(game)), data_key=f"table:{step}")
    return el("div", _battle(game, before), _seats(game), cls="tk-stack", data_key=f"table:{step}")


def _seats(game: Game) -> Markup:
    players = game.table.players
    if game.table.phase == _SETTING_UP and all(
        Holding.from_player(player) == Holding() for player in players
    ):
        return el("p", WORDS.say("example.empty"), cls="tk-soft")
    return SmallTable(game.table, shows_colours=game.table.variant.distinct_colours).html()


def _battle(game: Game, before: Game) -> Child:
    fight, running = game.table.fight, before.table.fight
    fought = running is not None and not running.over
    if fight is None or (fight.over and not fought):
        return None
    view = game.view(game.table.active_seat)
    pairings = [
        pairing for pairing in pairings_of(fight, view) if any(side.has_laid for side in pairing.scene.sides)
    ]
    names = len(pairings) > 1
    return [_pairing(pairing, game, names) for pairing in pairings] or None


def _pairing(pairing: PairingView, game: Game, several: bool) -> Markup:
    names = [player.name for player in game.table.players]
    attacker, defender = (named_player(names[seat]) for seat in pairing.seats)
    title = el("h4", WORDS.say("example.pairing", one=attacker, other=defender), cls="tk-label")
    return join(title if several else None, battle_table_html(pairing.scene), pairing.support_html(names))
