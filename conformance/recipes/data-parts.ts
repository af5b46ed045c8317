/** Parts of requests and responses that several recipes for data share. */
export const COLLECTION = { dataCollectionId: 'Products' };
export const permissions = { insert: 'ADMIN', update: 'ADMIN', remove: 'ADMIN', read: 'ANYONE' };

/** Returns the part of a bulk response that reports no failures. */
export const bulkOf = (totalSuccesses: number) => ({ bulkActionMetadata: { totalSuccesses, totalFailures: 0 } });

/** Returns the part of a response that contains items with these titles, in this order. */
export const titles = (...expected: string[]) => ({ dataItems: expected.map((title) => ({ data: { title } })) });

export const query = (query: object) => ({ ...COLLECTION, query });
