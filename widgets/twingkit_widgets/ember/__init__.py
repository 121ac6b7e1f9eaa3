"""The panels of Ember: pictures, play page, lab, rulebook and pages."""
