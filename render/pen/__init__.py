"""Drawing tools: colours, surfaces, the icon grid, a cache of drawn parts, PNG."""
