/**
 * The web APIs in the types of this package. A program that compiles without their types, with `lib: ["es2022"]` alone,
 * gets the parts that this package uses. Any other program gets the types of its own environment.
 */

/** The type of the instances of a global class, if the program has it. */
type InstanceOf<Name extends string, Fallback> =
  typeof globalThis extends Record<Name, { prototype: infer Instance }> ? Instance : Fallback;

export type WebSignal = InstanceOf<
  'AbortSignal',
  {
    readonly aborted: boolean;
    readonly reason?: unknown;
    addEventListener(type: 'abort', listener: () => void): void;
    removeEventListener(type: 'abort', listener: () => void): void;
  }
>;

export type WebFile = InstanceOf<'File', { readonly name: string; readonly type: string; readonly size: number }>;

export type WebResponse = InstanceOf<
  'Response',
  {
    readonly status: number;
    readonly statusText: string;
    readonly url: string;
    readonly headers: { get(name: string): string | null };
    json(): Promise<unknown>;
    text(): Promise<string>;
    arrayBuffer(): Promise<ArrayBuffer>;
  }
>;

export type WebFetch = typeof globalThis extends { fetch: infer Fetch }
  ? Fetch
  : (
      url: string,
      init?: {
        readonly method?: string;
        readonly headers?: Readonly<Record<string, string>>;
        readonly body?: unknown;
        readonly signal?: WebSignal;
        readonly redirect?: 'manual';
        readonly credentials?: 'same-origin';
      },
    ) => Promise<WebResponse>;
