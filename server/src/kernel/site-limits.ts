/**
 * Limits of a site that only the operator of the installation sets. Threat: one site of many fills the disk, sends spam
 * through the shared mail server, or keeps the processes busy. null means that there is no limit.
 */
export interface SiteLimits {
  /** Items of all collections. */
  readonly items: number | null;
  /** Megabytes of uploaded files. */
  readonly storageMb: number | null;
  /** Calls per minute to one process, except those of dashboard users. */
  readonly requestsPerMinute: number | null;
  /** Mails of the last 24 hours. */
  readonly mailsPerDay: number | null;
}

declare module './ctx.ts' {
  interface Environment {
    /** Limits of sites that have none themselves (PORTICO_SITE_LIMITS). */
    readonly siteLimits: SiteLimits;
  }
  interface Site {
    /** The site's own limits. A missing limit is that of the installation. */
    readonly limits: Partial<SiteLimits>;
  }
}

/** The names of the limits, as settings and commands write them. */
export const limitNames = {
  items: 'items',
  'storage-mb': 'storageMb',
  'requests-per-minute': 'requestsPerMinute',
  'mails-per-day': 'mailsPerDay',
} as const satisfies Record<string, keyof SiteLimits>;

export const NO_LIMITS: SiteLimits = { items: null, storageMb: null, requestsPerMinute: null, mailsPerDay: null };

const MAX_LIMIT = 1_000_000_000;

/** Returns the limits that apply to a site. */
export const limitsOf = (ctx: {
  readonly env: { readonly siteLimits: SiteLimits };
  readonly site: { readonly limits: Partial<SiteLimits> };
}): SiteLimits => ({ ...ctx.env.siteLimits, ...ctx.site.limits });

/** Reads a limit: a number, or `none`. @throws Error with one sentence that names `option` */
export function parseLimit(option: string, text: string): number | null {
  if (text === 'none') return null;
  if (!/^\d{1,10}$/.test(text) || Number(text) > MAX_LIMIT)
    throw new Error(`${option} must be a number from 0 to ${MAX_LIMIT}, or none, not "${text}".`);
  return Number(text);
}

/**
 * Reads PORTICO_SITE_LIMITS, such as `items=100000, mails-per-day=500`.
 * @throws Error with a sentence for the operator
 */
export function parseSiteLimits(text: string | undefined): SiteLimits {
  const limits: Record<keyof SiteLimits, number | null> = { ...NO_LIMITS };
  for (const part of (text ?? '').split(',')) {
    if (part.trim() === '') continue;
    const [name = '', value = ''] = part.split('=').map((word) => word.trim());
    if (!Object.hasOwn(limitNames, name))
      throw new Error(
        `PORTICO_SITE_LIMITS knows ${Object.keys(limitNames).join(', ')}, not "${name}": write it like items=100000, mails-per-day=500.`,
      );
    limits[limitNames[name as keyof typeof limitNames]] = parseLimit(`PORTICO_SITE_LIMITS: ${name}`, value);
  }
  return limits;
}
