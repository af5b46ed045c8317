/** Serves the dashboard, the visitors' site and the documentation beside the API. */
export { mountPages } from './mount.ts';
