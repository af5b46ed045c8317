/** The browser rooms on the server's side: building them when their sources changed, and serving them beside the API. */
export { buildRooms } from './build.ts';
export { mountRooms } from './mount.ts';
