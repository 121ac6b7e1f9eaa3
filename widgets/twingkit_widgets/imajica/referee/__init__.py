"""The page of a real table of Imajica: answers in words, the open table."""
