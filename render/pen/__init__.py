"""The means of drawing: colours, surfaces, the grid of icons, a cache of drawn parts, PNG."""
