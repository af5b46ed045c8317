import { argumentRows } from './arguments.ts';
import { bulkRows } from './bulk.ts';
import { errorRows } from './errors.ts';
import { formRows } from './forms.ts';
import { itemRows } from './items.ts';
import { oauthRows } from './oauth.ts';
import { queryRows } from './queries.ts';
import { readRows } from './reads.ts';
import { referenceRows } from './references.ts';
import { signInRows } from './sign-in.ts';
import { submissionRows } from './submissions.ts';
import { tokenRows } from './tokens.ts';

/** All rows, in the order in which they run. */
export const rows = [
  ...itemRows,
  ...bulkRows,
  ...queryRows,
  ...readRows,
  ...referenceRows,
  ...argumentRows,
  ...errorRows,
  ...tokenRows,
  ...signInRows,
  ...oauthRows,
  ...formRows,
  ...submissionRows,
];
