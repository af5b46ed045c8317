import { type Endpoint, type Slice, sliceDescriptions } from '@portico/contract/endpoint';

/** The endpoints of one page of the reference: those whose ids share slice and noun, such as `data.items`. */
export interface Resource {
  readonly slice: Slice;
  readonly title: string;
  readonly path: string;
  readonly endpoints: readonly Endpoint[];
}

export const REFERENCE_PATH = '/docs/api';

/** Returns the resources grouped by slice. Slices and resources are in the order of the contract. */
export function resourcesOf(endpoints: readonly Endpoint[]): Resource[] {
  const byPage = Map.groupBy(endpoints, pagePath);
  const resources = [...byPage].map(([path, pageEndpoints]) => {
    const { id, slice } = pageEndpoints[0] as Endpoint;
    return { slice, title: titleOf(id.split('.')[1] as string), path, endpoints: pageEndpoints };
  });
  const order = Object.keys(sliceDescriptions);
  return resources.sort((a, b) => order.indexOf(a.slice) - order.indexOf(b.slice));
}

/** Returns the page of an endpoint: `data.items.query` → `/docs/api/data/items`. */
const pagePath = ({ id }: Endpoint): string => `${REFERENCE_PATH}/${id.split('.').slice(0, 2).join('/')}`;

/** Returns the address of an endpoint in the reference. */
export const addressOf = (endpoint: Endpoint): string => `${pagePath(endpoint)}#${endpoint.id}`;

/** Returns the short name of an endpoint below its resource: `identity.members.bulk.delete` → `Bulk delete`. */
export const verbOf = ({ id }: Endpoint): string => titleOf(id.split('.').slice(2).join(' '));

/** Titles that do not follow from the name. Those of contacts state the version of the vendor's API. */
const TITLES: Readonly<Record<string, string>> = {
  v4: 'Contacts (v4)',
  v5: 'Contacts (v5)',
  labelsV4: 'Labels (v4)',
  oauth: 'OAuth',
  oauthApps: 'OAuth apps',
};

/** Returns the title for a name: `deletedForms` → `Deleted forms`. */
export function titleOf(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return TITLES[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
