"""Drawing tools: colours, surfaces, a pen for icons, a cache of drawn parts, and PNG encoding."""
