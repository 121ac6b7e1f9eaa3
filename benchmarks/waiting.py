"""What a person or an analyst waits for, in one table: python benchmarks/waiting.py

Games played by computer players, reviews, random play beside rlcard's Uno, odds, the memory of one more
visitor, and the start of a program. Each figure is a median of this run, in processor time unless the row
says otherwise; it takes under five minutes. Compare within a run: machines differ. Without rlcard (`pip
install rlcard`) random play is given in answers per second only. The other benchmarks look at each part more
closely.
"""

from __future__ import annotations

import asyncio
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial

from crowd import PAGE_SHARES, Clicker, Crowd
from games import measure_play
from site_server import memory, server
from timing import median

from twingkit import arena, imperium, twing
from twingkit.learn.reviews import Review

SPELLS = ("", " & cat", " & trap", " & cat*2", " & cat trap", " & cat*2 trap")
REVIEW_SECONDS = 60
VISITORS = 12
COLD_START = "import twingkit; twingkit.twing.odds('F: F5 F3 + F4 vs W: W6 W4')"


def row(name: str, figure: str) -> None:
    """Print a row of the table."""
    print(f"{name:66} {figure}", flush=True)


def show_games() -> None:
    """Measure games of computer players, and the review of one."""
    begin = time.perf_counter()
    players = ["steady", "greedy", "random"]
    arena.simulate(200, players, variant="short", game="imperium", processes=2, seed=1)
    row("200 short games of Twilight Imperium, 2 processes (clock)", f"{time.perf_counter() - begin:.1f} s")
    run = arena.simulate(1, ["steady"] * 3, game="twing", processes=1).run
    row(
        "a game of Imperial Twing, 3 steady players",
        f"{statistics.median(median(partial(run.play, number), 1) for number in range(20)):.2f} s",
    )
    played = arena.simulate(1, players, variant="short", game="imperium", processes=1, seed=5).run.play(0)
    review = Review(played.record)
    review.run(seconds=REVIEW_SECONDS)
    judged = sum(len(shares) > 0 for shares in review.shares)
    row(
        f"review of a short game of Twilight Imperium in {REVIEW_SECONDS} s (clock)",
        f"{judged} of {len(review.shares)} decisions, {100 * judged / len(review.shares):.0f} %",
    )


def show_random_play() -> None:
    """Measure random play of three, explained, beside Uno."""
    rates = {
        name: [played.answers / played.seconds for played in rounds]
        for name, rounds in measure_play("3 players, explained", repeats=3, max_answers=4_000).items()
    }
    uno = rates.pop("rlcard Uno, 3 players, game", None)
    for name, each in rates.items():
        if name.startswith("rlcard"):
            continue
        beside = f", {max(each) / max(uno):.2f} of Uno" if uno else ""
        row(f"random play: {name}", f"{max(each):,.0f} answers a second{beside}")


def twing_line(rng: random.Random) -> str:
    """Return a random battle of Imperial Twing."""

    def side(name: str) -> str:
        cards = " ".join(f"{name}{power}" for power in sorted(rng.sample(range(1, 7), rng.randint(1, 3))))
        return f"{name}: {cards} + {name}{rng.randint(1, 6)}{rng.choice(SPELLS)}"

    return f"{side('F')} vs {side('W')}"


def barrage_line(rng: random.Random) -> str:
    """Return a random battle of fleets with destroyers on one side and fighters on the other."""

    def fleet(**most: int) -> str:
        return " ".join(f"{rng.randint(1, count)} {unit}" for unit, count in most.items())

    return f"space: {fleet(destroyer=4, cruiser=3, dreadnought=3)} vs {fleet(fighter=8, carrier=3, warsun=2)}"


def distinct_lines(line: Callable[[random.Random], str], count: int, seed: int) -> list[str]:
    """Return this many different random lines."""
    rng, lines = random.Random(seed), dict[str, None]()
    while len(lines) < count:
        lines[line(rng)] = None
    return list(lines)


def show_odds() -> None:
    """Measure single odds and batches; no battle occurs twice, so that nothing is remembered."""
    each = [
        median(partial(twing.odds, line, responses="best"), 1)
        for line in distinct_lines(twing_line, 500, seed=1)
    ]
    row("Twing odds with best responses, one", f"{1e3 * statistics.median(each):.2f} ms")
    best = partial(twing.odds_many, responses="best")
    show_batch("Twing odds with best responses, in a batch", best, twing_line, 2_000)
    show_batch("fleets with Anti-Fighter Barrage, in a batch", imperium.odds_many, barrage_line, 400)


def show_batch(
    name: str, odds_many: Callable[..., object], line: Callable[[random.Random], str], count: int
) -> None:
    """Measure batches of this many battles, three different ones."""
    batches = [distinct_lines(line, count, seed) for seed in (2, 3, 4)]
    seconds = statistics.median(median(partial(odds_many, batch), 1) / count for batch in batches)
    row(name, f"{1e3 * seconds:.3f} ms each, {1 / seconds:,.0f} a second")


def show_site() -> None:
    """Measure the memory of one more visitor, who has clicked ten times."""

    async def visit(crowd: Crowd) -> float:
        pages = list(PAGE_SHARES)
        visitors = [Clicker(crowd, pages[n % len(pages)], random.Random(n)) for n in range(VISITORS)]
        for visitor in visitors:
            await visitor.__aenter__()
            await visitor.open_page()
            for _ in range(10):
                await visitor.click()
        taken = memory(crowd.process)
        for visitor in visitors:
            await visitor.leave()
            await visitor.__aexit__(None, None, None)
        return (taken - crowd.empty) / VISITORS

    with server("twingkit_widgets.site", f"--visitors={VISITORS + 5}") as (root, process):
        time.sleep(20)  # until the process from which kernels are forked has loaded everything
        row("memory of one more visitor", f"{asyncio.run(visit(Crowd(root, process))):.1f} MB")


def show_start() -> None:
    """Measure a program that computes one battle, from the start of Python (its bytecode is cached)."""

    def start() -> None:
        subprocess.run([sys.executable, "-c", COLD_START], check=True)

    start()
    times = []
    for _ in range(7):
        begin = time.perf_counter()
        start()
        times.append(time.perf_counter() - begin)
    row("import twingkit and twing.odds(line), cold (clock)", f"{statistics.median(times):.2f} s")


def main() -> None:
    """Measure everything, and print the table."""
    show_start()
    show_odds()
    show_random_play()
    show_site()
    show_games()


if __name__ == "__main__":
    main()
