/** The browser rooms on the server's side: serving them beside the API. */
export { mountRooms } from './mount.ts';
