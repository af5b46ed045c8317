import { createAdminClient } from '@portico/sdk/admin';

/** The dashboard is served by the API's own server, so calls go to the page's origin. */
export const admin = createAdminClient({ url: '' });
