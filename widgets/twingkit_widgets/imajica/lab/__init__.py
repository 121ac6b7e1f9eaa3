"""The labs of Imajica: “can they stop me?” and a deck builder."""
