/** Runs the tests of items with every fast path off, because the responses must be the same. */
process.env.PORTICO_GATHER_READS = 'off';
process.env.PORTICO_GROUP_INSERTS = 'off';
process.env.PORTICO_PROMOTED_COLUMNS = 'off';

await import('./items/items.test.ts');
await import('./bulk/bulk.test.ts');
await import('./bulk/bulk-changes.test.ts');
await import('./items/concurrent-pages.test.ts');
await import('./items/patch-item.test.ts');
await import('./items/query-items.test.ts');
await import('./collections/permissions.test.ts');

export {};
