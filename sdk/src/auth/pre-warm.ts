import type { Call } from '../call.ts';
import { PorticoError } from '../error.ts';
import { identityRedirectsCreate } from '../routes.gen.ts';
import { browser, hiddenFrame, requireDocument } from './browser.ts';
import { type KeyValueStore, keyValueStore } from './browser-storage.ts';

export interface PreWarmOptions {
  /** True repeats the pre-warming even within seven days of the last one. */
  readonly force?: boolean | undefined;
  /** Stores the time of the last pre-warming. Default `localStorage`. */
  readonly store?: KeyValueStore | undefined;
}

/**
 * Prepares the session of the hosted pages in a hidden frame, so that the first sign-in is faster. A call within seven
 * days of the last one has no effect.
 * @returns true if a frame was loaded; false within the seven days, and outside a browser
 */
export type PreWarm = (options?: PreWarmOptions) => Promise<boolean>;

/** Seven days in milliseconds (specification section 9). */
const INTERVAL_MS = 604_800_000;

export function createPreWarm(call: Call, clientId: string, now: () => number = Date.now): PreWarm {
  const key = `portico-pre-warm:${clientId}`;
  let pending: Promise<boolean> | null = null;
  const load = async (): Promise<boolean> => {
    const { redirectSession } = await call(identityRedirectsCreate, { body: { login: {} } });
    if (!redirectSession.fullUrl) throw new PorticoError('No redirect URL found', { code: 'NO_REDIRECT_URL' });
    const frame = hiddenFrame(redirectSession.fullUrl);
    await new Promise<void>((resolve) => {
      frame.onload = () => resolve();
      requireDocument().body.append(frame);
    });
    frame.remove();
    return true;
  };
  return async ({ force = false, store = keyValueStore() } = {}) => {
    const last = Number(store.getItem(key));
    if (!browser.document || (!force && now() - last < INTERVAL_MS)) return false;
    pending ??= load()
      .then((isLoaded) => {
        store.setItem(key, String(now()));
        return isLoaded;
      })
      .finally(() => {
        pending = null;
      });
    return pending;
  };
}
