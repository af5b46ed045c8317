import { browser } from './browser.ts';
import { parseTokens, type TokenStorage } from './tokens.ts';

/** The part of `localStorage` that is used. */
export interface KeyValueStore {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/**
 * Keeps tokens in `localStorage`, where all tabs of the origin share them. If `localStorage` is missing or blocked, the
 * tokens last as long as the page. Threat: every script of the page can read them. `httpOnly` cookies are safer.
 * @param key distinguishes several clients on one origin
 */
export function localTokenStorage(key = 'portico-tokens', store: KeyValueStore = keyValueStore()): TokenStorage {
  return {
    sharedAs: key,
    load: () => parseTokens(store.getItem(key)),
    save(tokens) {
      if (tokens) store.setItem(key, JSON.stringify(tokens));
      else store.removeItem(key);
    },
    subscribe(listener) {
      const onStorage = (event: { readonly key: string | null }) => {
        if (event.key === key || event.key === null) listener();
      };
      // Node and React Native have neither other tabs nor `storage` events.
      browser.addEventListener?.('storage', onStorage);
      return () => browser.removeEventListener?.('storage', onStorage);
    },
  };
}

/** Returns a store that writes to `localStorage`, and to memory if `localStorage` is missing, blocked or full. */
export function keyValueStore(find: () => KeyValueStore | undefined = () => browser.localStorage): KeyValueStore {
  const memory = new Map<string, string | null>();
  const attempt = <T>(use: (store: KeyValueStore) => T): T | undefined => {
    try {
      const store = find();
      return store && use(store);
    } catch {
      return undefined;
    }
  };
  /** Changes the store, or remembers the value in memory if that fails. The value null removes the key. */
  const write = (key: string, value: string | null): void => {
    memory.delete(key);
    const isWritten = attempt((store) => {
      if (value === null) store.removeItem(key);
      else store.setItem(key, value);
      return true;
    });
    if (!isWritten) memory.set(key, value);
  };
  return {
    getItem: (key) => (memory.has(key) ? memory.get(key) : attempt((store) => store.getItem(key))) ?? null,
    setItem: write,
    removeItem: (key) => write(key, null),
  };
}
