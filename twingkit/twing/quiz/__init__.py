"""Questions that never run out: a random table, the engine plays it, and its rulings say what is right.

    found = deal("shield", seed=3)
    print(found.prompt())
    for choice in found.choices:
        print("*" if choice.right else " ", choice.text(), choice.forgot)
    print(found.why[0])

How a question is made: a *maker* (`deal.Maker`) gets random numbers, deals a table from them and has the
engine play it. What the engine then says is all that it knows of the answer. The wrong options are what would
follow if a rule were forgotten: the same table is played once more without that rule (an object less, another
reading, another element), and what comes of it is an option if it differs, with the rule that was forgotten.
A maker returns None where the cards make no good question; it is asked again then. A question's name,
`topic:kind:seed`, always deals the same one.

Where to find what:

    deal             the topics in the order of the course; `twingkit.learn.quiz` says what a question is,
                     how it is dealt from its name and made
    topics/          a module for each topic, named after it, or one for several (`deal.HOMES`): the makers,
                     by topic and kind, in `KINDS`. Start here
    asking           the question put together: right option, mistakes, yes and no, numbers, reasons
    supply           the shuffled box that cards and objects come from
    phrases, *.toml  every sentence, in all languages, and how cards and players are named in it

    battles/         questions on one battle
      staging        battles by chance; the engine plays them, and plays them changed
      mistakes       the same battle as seen by someone who has forgotten a rule
      telling        a battle in words, and what is read off it
      asks           winner, points, dice, the roll or response that it takes, what is left behind
      lays           what may be laid
      responses      what may be played, and battles in which it is
      kinds          the kinds of questions that a topic asks of its own sort of battles

    games/           questions on whole games
      plans          tables, changed in one thing too, and what everybody does on them, also without a rule
      telling        table and battle in words
      offers         what may be done in a turn
      clashes        battles to support, and what that earns
      assaults       attacks in the end game, and what they bring

To add a kind of question, write a maker in its topic's module, put it into `KINDS` and its sentences into
`battles.toml` or `games.toml`.
"""

from twingkit.learn.quiz.item import AnswerOption, Item
from twingkit.twing.quiz.deal import TOPICS, check, deal, item

__all__ = ["TOPICS", "AnswerOption", "Item", "check", "deal", "item"]
