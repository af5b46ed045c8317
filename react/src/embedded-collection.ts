/** A page of items that the server sends to `<portico-collection>`, with texts in the language of the website. */
export interface EmbeddedCollection {
  readonly title: string;
  readonly items: readonly EmbeddedItem[];
  readonly page: number;
  readonly hasNext: boolean;
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  /** The theme of the site as CSS variables of the shadow root. */
  readonly css: string;
  readonly texts: {
    readonly nothing: string;
    readonly pages: string;
    readonly newer: string;
    readonly older: string;
    readonly page: string;
    readonly failed: string;
  };
}

export interface EmbeddedItem {
  readonly id: string;
  readonly title: string;
  /** The item's page on the site. */
  readonly url: string;
  readonly summary: string;
  /** Always an http(s) URL. */
  readonly imageUrl: string | null;
  readonly facts: readonly { readonly label: string; readonly text: string; readonly href?: string }[];
}
