"""The variants of Imajica: a switch for each rule that can be read in more than one way."""
