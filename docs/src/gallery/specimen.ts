import type { Texts } from '@portico/react';
import type { ReactNode } from 'react';
import type { Responses } from './demo-client.ts';
import type { ComponentName, StateOf } from './states.ts';
import type { Visitor } from './visitor.ts';

/** A component in one state. */
export interface Specimen {
  /** Whether a member is signed in. */
  readonly isMember?: boolean;
  /** Responses of the server that the state needs. */
  readonly responses?: Responses;
  /** A remark for readers, where nothing or little is to be seen. */
  readonly remark?: string;
  render(texts: Texts): ReactNode;
  /** Leads the component into the state, and waits until it is reached. */
  readonly act?: (visitor: Visitor) => Promise<unknown>;
}

/** One specimen for each state of the components. */
export type SpecimensOf<Component extends ComponentName> = {
  readonly [Name in Component]: Readonly<Record<StateOf<Name>, Specimen>>;
};
