"""Objectives: their requirements, players' progress, and scoring."""
