"""The referee page for a real table of Imajica: answers in words, and the open table."""
