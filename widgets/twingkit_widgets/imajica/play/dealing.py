"""How damage is dealt: the share of each victim, written as `irish>4`."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.imajica.rules.questions import Damage
from twingkit_widgets.imajica.words import token_name
from twingkit_widgets.panel.keys import ANSWER
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play.player_view import PlayerView


def shares_of(picked: Sequence[str]) -> dict[str, int]:
    """Return the damage of each victim.

    >>> shares_of(["irish>7", "dowd>2"])
    {'irish': 7, 'dowd': 2}
    """
    pairs = (share.partition(">") for share in picked)
    return {token: int(number) for token, _, number in pairs}


def undealt_damage(asked: Damage, picked: Sequence[str]) -> int:
    """Return the damage that is not dealt yet."""
    return asked.most - sum(shares_of(picked).values())


def with_share(
    asked: Damage, picked: Sequence[str], token: str, number: int | None = None
) -> tuple[str, ...]:
    """Return the shares after giving a victim `number` damage, at most what is left; 0 takes it away.

    Without a number the victim gets what kills it, or what is left; a victim that has a share loses
    it.
    """
    shares = shares_of(picked)
    before = shares.pop(token, 0)
    wanted = number if number is not None else 0 if before else asked.deadly(token)
    shares[token] = max(0, min(wanted, asked.most - sum(shares.values())))
    return tuple(f"{name}>{share}" for name, share in shares.items() if share)


def count_killed(asked: Damage, picked: Sequence[str]) -> int:
    """Return how many victims these shares kill."""
    return sum(number >= asked.deadly(token) for token, number in shares_of(picked).items())


def share_note(asked: Damage, picked: Sequence[str], token: str, player_view: PlayerView) -> str:
    """Return what a victim's share does to it, or how much damage would kill it."""
    share, deadly = shares_of(picked).get(token, 0), asked.deadly(token)
    key = "deadly" if not share else "dies" if share >= deadly else "lives"
    return player_view.say(f"pick.{key}", n=share or deadly, deadly=deadly)


def share_html(asked: Damage, picked: Sequence[str], token: str, player_view: PlayerView) -> Markup | None:
    """Render the buttons that deal a victim less or more, or None while it has no share."""
    share = shares_of(picked).get(token, 0)
    if not share:
        return None
    card = token_name(token)
    ways = (("less", "−", share - 1, False), ("more", "+", share + 1, not undealt_damage(asked, picked)))
    less, more = (
        button(sign, "share", f"{token}>{number}", key=f"{way}:{token}", disabled=disabled,
               shortcut=ANSWER, aria_label=player_view.say(f"pick.{way}", card=card))
        for way, sign, number, disabled in ways
    )  # fmt: skip
    return el("div", less, el("span", share, cls="tk-number"), more, cls="tk-row im-share")
