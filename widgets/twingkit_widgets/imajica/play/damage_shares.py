"""The distribution of damage, with the share of each victim written as `irish>4`."""

from __future__ import annotations

from collections.abc import Sequence

from twingkit.imajica.rules.questions import SplitDamage
from twingkit_widgets.imajica.words import token_name
from twingkit_widgets.panel.keys import ANSWER_PLACEHOLDER
from twingkit_widgets.panel.markup import Markup, button, el
from twingkit_widgets.table.play.player_view import PlayerView


def damage_by_victim(picked_shares: Sequence[str]) -> dict[str, int]:
    """Return the damage dealt to each victim, by token, from shares such as `irish>7`.

    >>> damage_by_victim(["irish>7", "dowd>2"])
    {'irish': 7, 'dowd': 2}
    """
    pairs = (share.partition(">") for share in picked_shares)
    return {token: int(number) for token, _, number in pairs}


def undealt_damage(question: SplitDamage, picked_shares: Sequence[str]) -> int:
    """Return how much of the damage to split has not been dealt to any victim yet."""
    return question.max_damage - sum(damage_by_victim(picked_shares).values())


def with_victim_damage(
    question: SplitDamage, picked_shares: Sequence[str], token: str, damage: int | None = None
) -> tuple[str, ...]:
    """Return the shares after giving a victim `damage` points, at most the undealt rest; 0 removes the
    victim's share.

    Without a number the victim gets what kills it, or what is left; a victim that has a share loses
    it.
    """
    shares = damage_by_victim(picked_shares)
    before = shares.pop(token, 0)
    wanted = damage if damage is not None else 0 if before else question.deadly_damage(token)
    shares[token] = max(0, min(wanted, question.max_damage - sum(shares.values())))
    return tuple(f"{name}>{share}" for name, share in shares.items() if share)


def killed_victims(question: SplitDamage, picked_shares: Sequence[str]) -> list[str]:
    """Return the tokens of the victims that these shares kill."""
    return [
        token for token, n in damage_by_victim(picked_shares).items() if n >= question.deadly_damage(token)
    ]


def damage_effect_note(
    question: SplitDamage, picked_shares: Sequence[str], token: str, player_view: PlayerView
) -> str:
    """Return in words whether the damage dealt to a victim kills it, or how much damage would kill it if it
    has none yet.
    """
    share, deadly = damage_by_victim(picked_shares).get(token, 0), question.deadly_damage(token)
    key = "deadly" if not share else "dies" if share >= deadly else "lives"
    return player_view.say(f"pick.{key}", n=share or deadly, deadly=deadly)


def damage_buttons_html(
    question: SplitDamage, picked_shares: Sequence[str], token: str, player_view: PlayerView
) -> Markup | None:
    """Render the buttons that give a victim less or more damage, or None while it has no share."""
    share = damage_by_victim(picked_shares).get(token, 0)
    if not share:
        return None
    card = token_name(token)
    ways = (
        ("less", "−", share - 1, False),
        ("more", "+", share + 1, not undealt_damage(question, picked_shares)),
    )
    less, more = (
        button(sign, "share", f"{token}>{number}", key=f"{way}:{token}", disabled=disabled,
               shortcut=ANSWER_PLACEHOLDER, aria_label=player_view.say(f"pick.{way}", card=card))
        for way, sign, number, disabled in ways
    )  # fmt: skip
    return el("div", less, el("span", share, cls="tk-number"), more, cls="tk-row im-share")
