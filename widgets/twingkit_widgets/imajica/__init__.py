"""The panels of Imajica: its pictures, play page, rulebook and pages."""
