"""The board in the browser: pages, the interface behind them, and the engine's work."""
