import { createAdminClient } from '@portico/sdk/admin';

/** The server serves this very page, so calls go to the page's own origin. */
export const admin = createAdminClient({ url: '' });
