/** The route of a form in a frame of another website. Its page is the form's page without header and footer. */
export const FRAME_ROUTE = 'form-frame';

/** Returns true for a request for the framed page, or for its data in a client-side navigation. */
export const isFrameRequest = ({ url }: Request): boolean =>
  /^\/form\/[^/]+\/frame(\.data)?$/.test(new URL(url).pathname);
