"""The quiz of Imperial Twing: random questions whose right answers come from the rulings of the engine.

    found = deal("shield", seed=3)
    print(found.prompt())
    for choice in found.choices:
        print("*" if choice.is_right else " ", choice.text(), choice.forgotten_rule)
    print(found.reasons[0])

How a question is made: a *maker* (`twingkit.learn.quiz.deal.Maker`) gets random numbers, deals a table
from them and has the engine play it. It knows nothing about the answer except what the engine says. The wrong
options are what would follow if a rule were forgotten: the same table is played again without that rule
(without an object, with another interpretation of a rule, with another element), and if the result differs it
becomes an option, together with the rule that was forgotten. A maker returns None if the cards make no good
question; then it is called again. A question's name, `topic:kind:seed`, always deals the same question.

Where to find what:

    deal             the topics in the order of the course; `twingkit.learn.quiz` defines what a question is
                     and how it is made and dealt from its name
    topics/          a module for each topic, named after it, or one for several topics: the makers of the
                     kinds of questions, in order. Start here
    options          options in the words of the rulebook, each wrong one with the mistake behind it
    explanations     why an answer is right, with the numbers and names that decide it
    supply           the shuffled box that cards and objects come from
    phrases, *.toml  every sentence, in all languages, and how it names cards and players

    battles/         questions about one battle
      staging        random battles; the engine plays them, and plays them again with changes
      mistakes       the same battle as seen by a learner who has forgotten a rule
      battle_wording a battle in words, and the values read from it
      battle_items   winner, points, dice, the roll or response that is needed, what is left afterwards
      lays           what may be laid
      responses      what may be played, and battles with responses
      kinds          the kinds of questions that a topic asks about its own sort of battles

    games/           questions about whole games
      plans          tables, also with one thing changed, and what everybody does on them, also without a rule
      game_wording   a table and a battle in words
      offers         what may be done in a turn

To add a kind of question, write a maker in the module of its topic, mark it with `@question_kind("name")`,
and add its sentences to `battles.toml` or `games.toml`.
"""

from twingkit.learn.quiz.item import AnswerOption, QuizItem
from twingkit.twing.quiz.deal import TOPICS, closing_check_questions, deal, item

__all__ = ["TOPICS", "AnswerOption", "QuizItem", "closing_check_questions", "deal", "item"]
