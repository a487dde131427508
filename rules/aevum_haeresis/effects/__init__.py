"""What effects do: for each verb whether it can be resolved, what it does, what it offers and what it takes."""
