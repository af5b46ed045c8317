/** Serves the dashboard and the visitors' site beside the API. */
export { mountPages } from './mount.ts';
