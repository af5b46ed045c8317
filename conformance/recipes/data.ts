import { collectionsRecipe } from './data-collections.ts';
import { itemsRecipe } from './data-items.ts';
import { operationsRecipe } from './data-operations.ts';
import { referencesRecipe } from './data-references.ts';
import { visitorsRecipe } from './data-visitors.ts';
import type { Recipe } from './recipe.ts';

/** The recipes for data, in the order in which they build on each other. */
export const dataRecipes: readonly Recipe[] = [
  collectionsRecipe,
  itemsRecipe,
  operationsRecipe,
  referencesRecipe,
  visitorsRecipe,
];
