import type { Language } from '@portico/domain';
import { textsOf } from '../texts/index.ts';
import { themeCss } from '../theme.ts';
import type { Visit } from '../visit.ts';

/** The data of header and footer. */
export interface Frame {
  readonly siteName: string;
  readonly language: Language;
  /** The variables of the theme, computed on the server from validated settings. */
  readonly css: string;
  readonly logoUrl: string | null;
  /** The name of the member in the header; null for a visitor. */
  readonly memberName: string | null;
  readonly links: readonly { readonly to: string; readonly label: string }[];
}

export async function loadFrame({ site, settings, language, member, client }: Visit): Promise<Frame> {
  const { starter } = site;
  const { frame } = textsOf(language).site;
  const [collection, form] = starter
    ? await Promise.all([
        client.call('data.collections.get', { query: { dataCollectionId: starter.collectionId } }).catch(() => null),
        client.forms.getForm(starter.formId).catch(() => null),
      ])
    : [null, null];
  return {
    siteName: site.name,
    language,
    css: themeCss(settings.theme),
    logoUrl: settings.theme.logoUrl,
    memberName: member ? member.profile.nickname || member.loginEmail || frame.account : null,
    links: [
      ...(collection
        ? [
            {
              to: collectionPath(collection.collection.id),
              label: collection.collection.displayName || collection.collection.id,
            },
          ]
        : []),
      ...(form ? [{ to: formPath(form.id), label: form.name || frame.form }] : []),
    ],
  };
}

export const collectionPath = (collectionId: string): string => `/c/${encodeURIComponent(collectionId)}`;
export const itemPath = (collectionId: string, itemId: string): string =>
  `${collectionPath(collectionId)}/${encodeURIComponent(itemId)}`;
export const formPath = (formId: string): string => `/form/${encodeURIComponent(formId)}`;
/** Returns the path of the form for frames of other websites. */
export const formFramePath = (formId: string): string => `${formPath(formId)}/frame`;
