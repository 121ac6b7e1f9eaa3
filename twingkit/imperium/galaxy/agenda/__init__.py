"""Agendas of Twilight Imperium: the vote, what each outcome does, and what would turn one."""
