"""A module for each lesson's pane: a result turned into widgets, keys turned into new settings."""
