"""Objectives: what they ask for, who fulfils one, and how it is scored."""
