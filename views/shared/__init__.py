"""What several pages draw: the head, tools, widgets, figures and print buttons."""
