import type { Visit } from '../visit.ts';

/** What every page shows around its content. */
export interface Frame {
  readonly siteName: string;
  /** how the header greets the member; null for a visitor */
  readonly memberName: string | null;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}

export async function loadFrame({ site, member, client }: Visit): Promise<Frame> {
  const { starter } = site;
  const [collection, form] = starter
    ? await Promise.all([
        client.call('data.collections.get', { query: { dataCollectionId: starter.collectionId } }).catch(() => null),
        client.forms.getForm(starter.formId).catch(() => null),
      ])
    : [null, null];
  return {
    siteName: site.name,
    memberName: member ? member.profile.nickname || member.loginEmail || 'Account' : null,
    links: [
      ...(collection
        ? [
            {
              to: collectionPath(collection.collection.id),
              label: collection.collection.displayName || collection.collection.id,
            },
          ]
        : []),
      ...(form ? [{ to: formPath(form.id), label: form.name || 'Form' }] : []),
    ],
  };
}

export const collectionPath = (collectionId: string): string => `/c/${encodeURIComponent(collectionId)}`;
export const itemPath = (collectionId: string, itemId: string): string =>
  `${collectionPath(collectionId)}/${encodeURIComponent(itemId)}`;
export const formPath = (formId: string): string => `/form/${encodeURIComponent(formId)}`;
