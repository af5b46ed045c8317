/** A recipe of the vendor as rows: what is sent and what it says comes back. */
export interface Recipe {
  /** below `skills/` of github.com/wix/skills */
  readonly file: string;
  readonly calls: readonly RecipeCall[];
}

export interface RecipeCall {
  readonly title: string;
  /** whose credential goes along; the key unless said otherwise */
  readonly as?: 'key' | 'visitor' | 'nobody';
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string | ((remembered: Remembered) => string);
  readonly body?: object | ((remembered: Remembered) => object);
  /** 200 unless given */
  readonly status?: number;
  /** what the body must contain */
  readonly answer?: object | ((remembered: Remembered) => object);
  /** what later calls of the recipe need */
  readonly keep?: (body: Answered, remembered: Remembered) => void;
  /** where Portico answers otherwise than the recipe says: what the recipe says, and why */
  readonly differs?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export type Answered = any;
export type Remembered = Record<string, string>;
