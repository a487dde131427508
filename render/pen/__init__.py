"""Drawing tools: colours, surfaces, the grid of icons, a cache of drawn parts, PNG."""
