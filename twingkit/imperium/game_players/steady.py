"""The player `steady`: plans for the objectives in sight, and keeps what it needs for them."""

from __future__ import annotations

from twingkit.imperium.galaxy.tiles import planets
from twingkit.imperium.game_players.greedy import Greedy
from twingkit.imperium.game_players.strikes import Strike
from twingkit.imperium.objectives.cards import Objective, objective_cards
from twingkit.imperium.objectives.progress import progress
from twingkit.imperium.table.game_table import MECATOL_REX, GameTable


class Steady(Greedy):
    """A player that weighs its actions by the objectives that it could score in this round and the next."""

    def wanted(self, table: GameTable, seat: int) -> list[Objective]:
        """The objectives in sight that are not scored: open public ones, own secret ones."""
        player = table.players[seat]
        names = [*table.objectives, *player.secrets]
        return [objective_cards()[name] for name in names if name not in player.scored]

    def planet_worth(self, table: GameTable, planet: str) -> float:
        """The worth of a planet: what it gives, its place, and what objectives ask for."""
        return super().planet_worth(table, planet)

    def strike_worth(self, table: GameTable, seat: int, strike: Strike) -> float:
        """The worth of a strike with what it brings towards objectives."""
        worth = super().strike_worth(table, seat, strike)
        if worth < 0 and not strike.moves:
            return worth
        return worth + strike.chance * sum(
            self.towards(table, seat, strike, card) for card in self.wanted(table, seat)
        )

    def towards(self, table: GameTable, seat: int, strike: Strike, card: Objective) -> float:
        """The worth of a strike for one objective, by the share of it that the strike brings."""
        short = card.count - progress(table, seat, card)
        if short <= 0 or card.verb not in ("control", "ships"):
            return 0.0
        gained = sum(self.counts(table, planet, card) for planet in strike.planets)
        if card.verb == "ships":
            gained = self.reaches(table, strike, card)
        return 8.0 * card.points * min(gained, short) / card.count

    def counts(self, table: GameTable, planet: str, card: Objective) -> int:
        """1 if a planet counts for an objective."""
        world = planets()[planet]
        home = table.galaxy.systems[table.system_of(planet)].tile.home
        if card.of == "specialty":
            return int(bool(world.specialty))
        if card.of == "outside_home_systems":
            return int(not home)
        if card.of == "in_others_home_system":
            return int(home)
        return int(card.of in (world.trait, "same_trait") and bool(world.trait))

    def reaches(self, table: GameTable, strike: Strike, card: Objective) -> int:
        """1 if ships in the system of a strike count for an objective."""
        system = table.galaxy.systems[strike.system]
        links = table.links(0, "count")[strike.system]
        tiles = [table.galaxy.systems[other].tile for other in links]
        if card.of == "adjacent_to_mecatol":
            return int(table.mecatol in links)
        if card.of == "adjacent_to_anomaly":
            return int(any(tile.anomaly for tile in tiles))
        if card.of == "adjacent_to_others_home":
            return int(any(tile.home for tile in tiles))
        if card.of == "alpha_and_beta":
            return int(bool({"alpha", "beta"} & set(system.tile.wormholes)))
        if card.of == "in_controlled_mecatol":
            return int(MECATOL_REX in [planet.id for planet in system.tile.planets])
        return int(card.of == "any")
