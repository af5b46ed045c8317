import { createAdminClient } from '@portico/sdk/admin';

/** The API's server also serves the dashboard, so calls go to the page's origin. */
export const admin = createAdminClient({ url: '' });
