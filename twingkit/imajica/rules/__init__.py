"""The rules of Imajica: a module for each chapter or idea, with the texts that they cite."""
