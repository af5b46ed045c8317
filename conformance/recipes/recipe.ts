/** A recipe of the vendor as a list of calls with their expected responses. */
export interface Recipe {
  /** Path of the file below `skills/` in github.com/wix/skills. */
  readonly file: string;
  readonly calls: readonly RecipeCall[];
}

export interface RecipeCall {
  readonly title: string;
  /** The credential of the call. The default is `key`. */
  readonly as?: 'key' | 'visitor' | 'unauthenticated';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string | ((saved: SavedValues) => string);
  readonly body?: object | ((saved: SavedValues) => object);
  /** Expected status. The default is 200. */
  readonly status?: number;
  /** The part that the response body must contain. */
  readonly response?: object | ((saved: SavedValues) => object);
  /** Saves values of the response for later calls of the recipe. */
  readonly save?: (body: ResponseBody, saved: SavedValues) => void;
  /** Set if the response differs from the recipe: the response in the recipe, and the reason for the difference. */
  readonly differs?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: responses have every shape
export type ResponseBody = any;
export type SavedValues = Record<string, string>;
