"""The panels of Ember: its pictures, play page, lab, rulebook and pages."""
