"""The play panel: a whole game of Imperial Twing against the computer.

`PlayPanel(players=3, variant="short")` is the panel. It shows the table as one seat sees it: nothing in its
HTML depends on what is hidden from that seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import attrs
import traitlets

from twingkit import Game, RecordError, twing
from twingkit.messages import Fault
from twingkit.twing.commit import LayCards
from twingkit.twing.game import PLAYERS, UNKNOWN
from twingkit.twing.lay import Lay
from twingkit.twing.switching import Switch
from twingkit_widgets.controls import fresh_id
from twingkit_widgets.markup import Markup
from twingkit_widgets.panel import CSS, Panel
from twingkit_widgets.play_choosing import Choosing
from twingkit_widgets.play_game import USUAL, Match, Settings
from twingkit_widgets.play_lay import Picks
from twingkit_widgets.play_now import now_of
from twingkit_widgets.play_offers import object_name, offers
from twingkit_widgets.play_save import begun, opened, sealed
from twingkit_widgets.play_settings import link_of, settings_of, some_seed
from twingkit_widgets.play_shown import Shown
from twingkit_widgets.play_view import PlayView
from twingkit_widgets.play_words import WORDS, PlayFault
from twingkit_widgets.stepping import STEP_CSS

PLAY_CSS = (Path(__file__).parent / "play.css").read_text(encoding="utf-8")
"""What the panel looks like, on top of the panels' common style and the stepper's."""


class PlayPanel(Choosing, Panel):
    """A game against the computer.

    >>> panel = PlayPanel("FW", seed=3)
    >>> panel.do("answer", "pass"); panel.match.answered
    True
    """

    _css = CSS + STEP_CSS + PLAY_CSS

    state = traitlets.Unicode(help="the game, sealed, for the browser to keep; empty before the first answer")

    def __init__(
        self,
        players: int | Sequence[str] = 2,
        seat: int | None = None,
        opponents: str = USUAL,
        variant: twing.Variant | str = "box",
        seed: int | None = None,
        lang: str = "en",
        *,
        record: str | None = None,
    ) -> None:
        """Begin a game: the number of players or their characters by seat ("FW?"), the person's seat (from
        0; None: the first), how the computer plays, the variant, and a seed for dice, cards and opponents
        (None: any).

        With a `record` (or the set-up lines of a position) the game begins where that ends, with its own
        players and variant; without a `seat` the person has that of the first who is asked.

        Raises `Fault` for players or an opponent that cannot be, `VariantError` for such a variant,
        `PlayFault` for a seat that is not there or a text that is no game, `RecordError` for a wrong record.
        """
        self._seeded = seed is not None
        self._prefix = fresh_id()
        self._record = record
        if record is None:
            characters = (UNKNOWN,) * players if isinstance(players, int) else tuple(players)
            place = seat or 0
            if not 0 <= place < len(characters):
                raise PlayFault("seat", seat=f"p{place + 1}", n=len(characters))
            chosen = twing.Variant.parse(variant) if isinstance(variant, str) else variant
            self._first = Settings(characters, place, opponents, chosen, some_seed(seed))
            self._stand(Match(self._first))
        else:
            game, self._first = begun(record, seat, opponents, some_seed(seed))
            self._stand(Match(self._first, game))
        super().__init__(lang=lang)

    def _stand(self, match: Match) -> None:
        """Show another game, with nothing opened or chosen."""
        self.match = match
        self.shown = Shown(Picks(), prefix=self._prefix)
        self._fresh()

    def _fresh(self) -> None:
        """Another question: nothing of the last one stays chosen or open."""
        shown = self.shown
        asked = self.match.question
        self._hint: Any = None
        self.shown = Shown(
            Picks(),
            active=asked.before if isinstance(asked, Switch) else (),
            flipped=shown.flipped,
            every=shown.every,
            count=shown.count + 1,
            prefix=self._prefix,
        )

    def view(self) -> Markup:
        """The whole panel."""
        shown = attrs.evolve(self.shown, hint=self._hint_text())
        return PlayView(self.match, shown, self.lang).html()

    # -- what is kept

    @property
    def record(self) -> str:
        """The game as a record, with every card of every hand: `Game.replay` reads it."""
        return self._real().record

    def _real(self) -> Game:
        match = self.match
        return match.really.game if match.really else match.game

    def restore(self, text: str) -> None:
        """Go on with a kept game (sealed, or a record), or begin anew with "".

        Raises `RecordError` or `PlayFault` if it cannot be read; then nothing has changed.
        """
        if text:
            game, settings = opened(text, self.match.settings)
            self._stand(Match(settings, game))
            self._keep()
        else:
            seed = self._first.seed if self._seeded else some_seed(None)
            settings = attrs.evolve(self._first, seed=seed)
            self._stand(Match(settings, opened(self._record, settings)[0] if self._record else None))
            self.state = ""
        self.refresh()

    def address(self) -> dict[str, str]:
        """What a link to such a game has in its query: only what is not usual."""
        settings = self.match.settings
        count = len(settings.characters)
        variant = str(settings.variant)
        found = {"players": str(count)} if count != PLAYERS[0] else {}
        return {**found, "variant": variant} if variant != "box" else found

    def link(self) -> dict[str, str]:
        """What a link to this very game has in its query, every hand included; if that is too long, what
        `address` says."""
        game, settings = self._real(), self.match.settings
        asked = game.question.player if game.question else 0
        return link_of(game.record, settings.seat, settings.opponents, asked) or self.address()

    def _keep(self) -> None:
        self.state = sealed(self._real(), self.match.settings)

    # -- what a person does in the game

    def act_answer(self, value: object) -> None:
        """Answer the pending question with the text of an answer. `12:pass` is meant for the question after
        twelve answers, so that a second click on a button answers nothing else."""
        number, sign, answer = str(value).partition(":")
        if not sign:
            answer = number
        elif number != str(len(self.match.game)):
            return
        self._asked()
        self._play(lambda: self.match.answer(answer))

    def act_lay(self, value: object) -> None:
        """Lay the chosen cards. A lay that a rule forbids is refused and stays chosen."""
        self._asked(LayCards)
        lay = self.shown.picks.lay(self.match.view)
        self._play(lambda: self.match.answer(lay))

    def act_use(self, value: object) -> None:
        """Make the chosen objects the active ones."""
        self._asked(Switch)
        chosen = tuple(sorted(self.shown.active))
        self._play(lambda: self.match.answer(chosen))

    def act_go_on(self, value: object) -> None:
        """After a battle, or as one who is out: play on."""
        if self.match.pause:
            self._play(self.match.go_on)

    def act_to_end(self, value: object) -> None:
        """For one who is out: play to the end."""
        if self.match.pause:
            self._play(self.match.to_end)

    def act_undo(self, value: object) -> None:
        """Take the last answer back; nothing happens before the first."""
        if self.match.answered:
            self._play(self.match.undo)
            self.status = f"{WORDS.say(self.lang, 'tool.undone')} {self.status}"

    def act_again(self, value: object) -> None:
        """Another game like this one, with other cards and dice."""
        settings = self.match.settings
        self._stand(Match(attrs.evolve(settings, seed=some_seed(None))))
        self._begun()

    def act_face(self, value: object) -> None:
        """What if: `place:face` gives a die of the last battle another face."""
        place, _, face = str(value).partition(":")
        try:
            throw = int(place)
            self._play(lambda: self.match.what_if(throw, face))
        except (ValueError, LookupError) as why:
            if isinstance(why, Fault):
                raise
            raise PlayFault("no_throw") from why

    def act_really(self, value: object) -> None:
        """Back to how the game really went."""
        if self.match.really:
            self._play(self.match.come_back)

    def _play(self, step: Callable[[], None]) -> None:
        """Do something in the game: what came of it is said aloud and kept."""
        step()
        self._fresh()
        self._tell()
        self._keep()

    def _tell(self) -> None:
        """For who listens: what mattered, then what is asked."""
        match = self.match
        view, rulings = match.view, match.rulings
        now = now_of(match, view, match.pairings, rulings, self.lang)
        told = [ruling.text(self.lang) for line in now.lines for ruling in line.rulings]
        why = now.text if match.game.over else ""
        self.status = " ".join(part for part in (*told, now.above, now.title, why, now.warning) if part)

    # -- asking for help

    def act_hint(self, value: object) -> None:
        """What would the steady player do? Nothing is chosen by that."""
        self._asked()
        self._hint = self.match.hint()
        self.status = WORDS.say(self.lang, "now.hint", answer=self._hint_text())

    def act_take_hint(self, value: object) -> None:
        """Choose the cards, or the objects, of the hint."""
        asked = self._asked()
        if isinstance(self._hint, Lay):
            self.shown.picks.choose(self._hint, self.match.view)
            self._count()
        elif isinstance(asked, Switch) and self._hint is not None:
            self._change(active=tuple(self._hint))

    def _hint_text(self) -> str:
        """The computer's answer in words; empty if nobody asked for it."""
        hint, asked = self._hint, self.match.question
        if hint is None or asked is None:
            return ""
        words = twing.rulebook().words
        if isinstance(hint, Lay):
            return (
                words.label([*hint.spells, *hint.units], self.lang)
                if hint.power
                else WORDS.say(self.lang, "lay.nothing")
            )
        if isinstance(asked, Switch):
            return ", ".join(object_name(name, self.lang) for name in hint)
        written = asked.write(hint)
        found = (offer for group in offers(self.match.view, self.lang) for offer in group.offers)
        return next((offer.label for offer in found if offer.answer == written), written)

    # -- other games

    def act_restart(self, value: object) -> None:
        """The same game from its beginning, with the same cards and dice."""
        self._stand(self.match.afresh())
        self._begun()

    def act_begin(self, value: object) -> None:
        """Begin a new game as the form says; what cannot be stays in the form with the reason."""
        typed = {str(key): str(text).strip() for key, text in dict(value or {}).items()}  # type: ignore[call-overload]
        try:
            settings = settings_of(typed, self.match.settings)
            match = Match(settings)
        except (Fault, PlayFault) as fault:
            self._change(drawer="new", typed=typed, fault=fault)  # an alert there speaks for itself
        else:
            self._stand(match)
            self._begun()

    def _begun(self) -> None:
        self._tell()
        self.status = f"{WORDS.say(self.lang, 'new.begun')} {self.status}"
        self._keep()

    def act_load(self, value: object) -> None:
        """Go on with the game in the field; a text that cannot be read stays there with the reason."""
        text = str(value.get("text", "")) if isinstance(value, dict) else str(value or "")
        try:
            game, settings = opened(text, self.match.settings)
            match = Match(settings, game)
        except (RecordError, PlayFault, Fault) as fault:
            self._change(drawer="save", typed={"text": text}, fault=fault)
        else:
            self._stand(match)
            self._keep()
            loaded = WORDS.say(self.lang, "save.loaded")
            self._change(news=loaded)
            self._tell()
            self.status = f"{loaded} {self.status}"
