/** Parts of requests and responses that several recipes for data share. */
export const COLLECTION = { dataCollectionId: 'Products' };
export const permissions = { insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN', read: 'ANYONE' };

/** The result of a bulk call without failures. */
export const bulkOf = (totalSuccesses: number) => ({ bulkActionMetadata: { totalSuccesses, totalFailures: 0 } });

/** The items of a response by their titles, in order. */
export const titles = (...expected: string[]) => ({ dataItems: expected.map((title) => ({ data: { title } })) });

export const query = (query: object) => ({ ...COLLECTION, query });
