import type { Product } from './product.ts';

/** Calls of the API as the first site's owner, by a key made on the command line. */
export interface Api {
  readonly siteId: string;
  readonly apiKey: string;
  /** the answer's body; rejects with it unless the answer is 200 */
  // biome-ignore lint/suspicious/noExplicitAny: journeys look into answers of every shape
  post(path: string, body: object): Promise<any>;
}

export async function openApi(product: Product): Promise<Api> {
  const [site] = await product.portico('site', 'list');
  const { apiKey } = await product.portico('key', 'create', '--site', site.siteId, '--name', 'Journeys');
  return {
    siteId: site.siteId,
    apiKey,
    async post(path, body) {
      const answer = await fetch(product.url + path, {
        method: 'POST',
        headers: { authorization: apiKey, 'wix-site-id': site.siteId, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      const text = await answer.text();
      if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
      return JSON.parse(text);
    },
  };
}
