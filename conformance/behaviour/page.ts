/** The script of the page in which the table runs in a browser. */
import { runTable } from './subject.ts';

Object.assign(globalThis, { runTable });
