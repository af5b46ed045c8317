/** The script of the browser page that runs the behaviour table. */
import { runTable } from './subject.ts';

Object.assign(globalThis, { runTable });
