/** Stores the signed-in user and the site that the dashboard shows. */
import type { Calls } from '@portico/contract';
import type { AdminUser } from '@portico/sdk/admin';
import { useQuery } from '@tanstack/react-query';
import { setSiteZone } from '../ui/site-zone.ts';
import { admin } from './client.ts';
import { queryClient } from './query-client.ts';

export type Site = Calls['sites.sites.list']['response']['sites'][number];

type Session = { user: null; setupNeeded: boolean } | { user: AdminUser; sites: readonly Site[]; site: Site | null };

export type SignedInSession = Extract<Session, { user: AdminUser }>;

const KEY = ['session'] as const;
const CHOSEN_SITE = 'portico-site';
/** Local storage has this key while the browser has a session, because scripts cannot read the session cookie. */
const SIGNED_IN = 'portico-signed-in';

export const useSession = () => useQuery({ queryKey: KEY, queryFn: loadSession, staleTime: Number.POSITIVE_INFINITY });

/** Returns the session, for screens that only signed-in users see. */
export function useSignedIn(): SignedInSession & { site: Site } {
  const { data } = useSession();
  if (!data?.user || !data.site)
    throw new Error('useSignedIn must be called on a screen for signed-in users of a site.');
  return { ...data, site: data.site };
}

/** Starts the session of a user who has just signed in or completed the set-up. */
export async function startSession(user: AdminUser): Promise<void> {
  setSession(await loadSites(user));
}

/** Switches to another site and discards all data of the previous one. */
export function switchSite(siteId: string): void {
  const session = currentSession();
  const site = session?.user ? session.sites.find((one) => one.siteId === siteId) : undefined;
  if (!session?.user || !site) return;
  writeStorage(CHOSEN_SITE, siteId);
  admin.chooseSite(siteId);
  clearSiteQueries();
  setSession({ ...session, site });
}

/** Updates the name and time zone of the current site after they are saved. */
export function updateSessionSite({ name, timeZone }: Site): void {
  const session = currentSession();
  if (!session?.user || !session.site) return;
  const changed = { ...session.site, name, timeZone };
  const sites = session.sites.map((one) => (one.siteId === changed.siteId ? changed : one));
  setSession({ ...session, site: changed, sites });
}

/** Reloads the sites after one was created, deleted or restored. If the current one is gone, switches to another. */
export async function refreshSites(): Promise<void> {
  const session = currentSession();
  if (!session?.user) return;
  // The server rejects calls that name a deleted site.
  admin.chooseSite(null);
  const next = await loadSites(session.user).catch((error: unknown) => {
    admin.chooseSite(session.site?.siteId ?? null);
    throw error;
  });
  if (next.site?.siteId !== session.site?.siteId) clearSiteQueries();
  setSession(next);
}

admin.onSignedOut(() => {
  clearSiteQueries();
  writeStorage(SIGNED_IN, null);
  setSession({ user: null, setupNeeded: false });
});

/** Removes cached data, because data of one site must not be shown on another. */
const clearSiteQueries = (): void => queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== KEY[0] });

const currentSession = (): Session | undefined => queryClient.getQueryData<Session>(KEY);

function setSession(session: Session): void {
  if (session.user && session.site) setSiteZone(session.site.timeZone);
  queryClient.setQueryData<Session>(KEY, session);
}

async function loadSession(): Promise<Session> {
  // Without a session, the server would only respond with 401.
  const user = readStorage(SIGNED_IN) === '' ? null : await admin.resume();
  return user ? loadSites(user) : { user: null, setupNeeded: await admin.needsSetup() };
}

async function loadSites(user: AdminUser): Promise<SignedInSession> {
  writeStorage(SIGNED_IN, 'yes');
  const { sites } = await admin.call('sites.sites.list');
  const chosen = readStorage(CHOSEN_SITE);
  const site = sites.find((one) => one.siteId === chosen) ?? sites[0] ?? null;
  admin.chooseSite(site?.siteId ?? null);
  if (site) setSiteZone(site.timeZone);
  return { user, sites, site };
}

/** Reads a value from local storage. Returns '' if nothing is stored, and null if the browser blocks storage. */
function readStorage(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return null;
  }
}

function writeStorage(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // If the browser blocks storage, a reload shows the first site.
  }
}
