"""The rules of Imajica, one module for each chapter or topic."""
