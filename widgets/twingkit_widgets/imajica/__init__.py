"""The panels of Imajica: pictures, play page, rulebook, labs and pages."""
