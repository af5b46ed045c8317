/**
 * Types that the loader and the chunks of the elements share. The file contains no code, because the loader must not
 * import a chunk.
 */

/** What the loader passes to the chunk of an element. */
export interface EmbedContext {
  readonly host: HTMLElement;
  readonly root: ShadowRoot;
  /** Origin of the server that served the loader. */
  readonly server: string;
  /** Requests JSON from the server. */
  readonly load: <T>(path: string) => Promise<T>;
}

/**
 * Shows an element.
 * @param data the response to `path`; null for an element without data
 * @returns a function that removes the element's content; the promise resolves when the content is visible
 */
export type Mount = (context: EmbedContext, data: unknown, path: string) => Promise<() => void> | (() => void);
