/** The exports of media/ for the other slices. */
export { claimFiles, findClaimableFiles, releaseFiles } from './claim-files.ts';
export { issueUpload } from './issue-upload.ts';
export { readFile } from './read-file.ts';
export { registerReadCheck as registerFileReader } from './readers.ts';
export { removeSiteFiles, startFileRemoval } from './removal.ts';
export { attachmentHeader } from './safe-name.ts';
export { sweepMedia } from './sweep.ts';
export type { StoredFile } from './wire.ts';
