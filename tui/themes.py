"""The two themes. Lane colours are Okabe and Ito's, which colour-blind people can tell apart; a marker says it too."""

from textual.theme import Theme

DARK = Theme(
    name="gatescope-dark",
    primary="#7fb4d8",
    secondary="#c9a76b",
    accent="#e6c15a",
    foreground="#e4e6e8",
    background="#14171a",
    surface="#1a1e22",
    panel="#23282d",
    warning="#f0c450",
    error="#ff8a75",
    success="#6fcf97",
    dark=True,
    variables={
        "lane-rnn": "#e69f00",
        "lane-gru": "#56b4e9",
        "lane-lstm": "#2fc294",
        "footer-key-foreground": "#e6c15a",
        "border": "#5a646e",
        "border-blurred": "#3d454d",
    },
)

LIGHT = Theme(
    name="gatescope-light",
    primary="#1f5f8b",
    secondary="#7a5a1e",
    accent="#8a5a00",
    foreground="#1b1e21",
    background="#fbfaf7",
    surface="#f3f1ec",
    panel="#e6e3dc",
    warning="#8a5a00",
    error="#b3261e",
    success="#1d7a4a",
    dark=False,
    variables={
        "lane-rnn": "#b35900",
        "lane-gru": "#0072b2",
        "lane-lstm": "#007a5a",
        "footer-key-foreground": "#8a5a00",
        "border": "#8d9298",
        "border-blurred": "#c4c7ca",
    },
)

THEMES = (DARK, LIGHT)
