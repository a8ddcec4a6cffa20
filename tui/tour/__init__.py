"""The guided tour: stops in a TOML file, a bar that shows them over the panes, notes for a second terminal."""
