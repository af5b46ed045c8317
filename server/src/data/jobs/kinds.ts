import { buildWords } from '../search/build-words.ts';
import type { JobKind } from './store.ts';
import type { KindOfJob } from './worker.ts';

/** Every kind of long work on a collection, and who does it. */
export const jobKinds: Readonly<Partial<Record<JobKind, KindOfJob>>> = {
  BUILD_WORDS: buildWords,
};
