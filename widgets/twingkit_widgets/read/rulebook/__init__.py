"""The rulebook: rules to read and search, and rulings with the rules behind them."""
