"""The variants of Imajica: a switch for every other reading of its rules."""
