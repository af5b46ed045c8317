/** Who is signed in, and the site that the dashboard shows. */
import type { Calls } from '@portico/contract';
import type { AdminUser } from '@portico/sdk/admin';
import { useQuery } from '@tanstack/react-query';
import { setSiteZone } from '../ui/site-zone.ts';
import { admin } from './client.ts';
import { queryClient } from './query-client.ts';

export type Site = Calls['sites.sites.list']['answer']['sites'][number];

type Session = { user: null; setupNeeded: boolean } | { user: AdminUser; sites: readonly Site[]; site: Site | null };

export type SignedIn = Extract<Session, { user: AdminUser }>;

const KEY = ['session'] as const;
const CHOSEN_SITE = 'portico-site';
/** set while this browser holds a session; the cookie itself is hidden from scripts */
const SIGNED_IN = 'portico-signed-in';

export const useSession = () => useQuery({ queryKey: KEY, queryFn: resume, staleTime: Number.POSITIVE_INFINITY });

/** The session of a screen behind the sign-in. */
export function useSignedIn(): SignedIn & { site: Site } {
  const { data } = useSession();
  if (!data?.user || !data.site) throw new Error('This screen is shown only to people signed in to a site.');
  return { ...data, site: data.site };
}

/** Takes what a sign-in or set-up answered. */
export async function enter(user: AdminUser): Promise<void> {
  hold(await sessionOf(user));
}

/** Shows another site. Everything held of the former one is thrown away. */
export function switchSite(siteId: string): void {
  const session = held();
  const site = session?.user ? session.sites.find((one) => one.siteId === siteId) : undefined;
  if (!session?.user || !site) return;
  remember(CHOSEN_SITE, siteId);
  admin.chooseSite(siteId);
  forgetSite();
  hold({ ...session, site });
}

/** The site's new name and time zone, after they were changed. */
export function updateHeldSite({ name, timeZone }: Site): void {
  const session = held();
  if (!session?.user || !session.site) return;
  const changed = { ...session.site, name, timeZone };
  const sites = session.sites.map((one) => (one.siteId === changed.siteId ? changed : one));
  hold({ ...session, site: changed, sites });
}

/** Asks which sites there are, after one was made, deleted or restored; where the shown one is gone, shows another. */
export async function refreshSites(): Promise<void> {
  const session = held();
  if (!session?.user) return;
  // a call in the name of a site that is gone would be refused
  admin.chooseSite(null);
  const next = await sessionOf(session.user).catch((error: unknown) => {
    admin.chooseSite(session.site?.siteId ?? null);
    throw error;
  });
  if (next.site?.siteId !== session.site?.siteId) forgetSite();
  hold(next);
}

admin.onSignedOut(() => {
  forgetSite();
  remember(SIGNED_IN, null);
  hold({ user: null, setupNeeded: false });
});

/** What was read of a site must not be shown as another's. */
const forgetSite = (): void => queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== KEY[0] });

const held = (): Session | undefined => queryClient.getQueryData<Session>(KEY);

function hold(session: Session): void {
  if (session.user && session.site) setSiteZone(session.site.timeZone);
  queryClient.setQueryData<Session>(KEY, session);
}

async function resume(): Promise<Session> {
  // where nobody signed in there is no session to ask for: the server would only answer 401
  const user = remembered(SIGNED_IN) === '' ? null : await admin.resume();
  return user ? sessionOf(user) : { user: null, setupNeeded: await admin.needsSetup() };
}

async function sessionOf(user: AdminUser): Promise<SignedIn> {
  remember(SIGNED_IN, 'yes');
  const { sites } = await admin.call('sites.sites.list');
  const chosen = remembered(CHOSEN_SITE);
  const site = sites.find((one) => one.siteId === chosen) ?? sites[0] ?? null;
  admin.chooseSite(site?.siteId ?? null);
  if (site) setSiteZone(site.timeZone);
  return { user, sites, site };
}

/** '' where nothing is kept; null where the browser keeps nothing at all */
function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return null;
  }
}

function remember(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // a browser that keeps nothing shows the first site after a reload
  }
}
