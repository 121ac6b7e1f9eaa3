"""Objectives: their requirements, who fulfils them, and how they are scored."""
