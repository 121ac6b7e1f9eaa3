"""The parts that every game is made of: texts, notation, rules, questions and answers, games and their
records."""
