import { use } from 'react';
import { usePortico } from './PorticoProvider.tsx';

/**
 * Returns true once the session is no longer `loading`, so that data can be read for the visitor or member.
 * @param suspense suspends until then
 */
export function useReadySession(suspense: boolean): boolean {
  const { session, store } = usePortico();
  const isReady = session.status !== 'loading';
  if (suspense && !isReady && typeof document === 'undefined') {
    // After this error, React sends the fallback and renders the component in the browser.
    throw new Error('The session is unknown during server rendering. Pass initialSession to PorticoProvider.');
  }
  if (suspense) use(store.ready());
  return isReady;
}
