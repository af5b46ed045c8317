/**
 * The functions that a form needs once a visitor fills it in. They are in a separate module, so that embeds load them
 * on demand.
 */
import { fieldErrorsOf } from '@portico/sdk';
import { describeError } from './describe-error.ts';
import { errorsByField, locateField } from './errors.ts';
import { evaluateForm } from './evaluate-form.ts';
import { loadEngines } from './load-engines.ts';

export const formEngine = { evaluateForm, errorsByField, locateField, describeError, loadEngines, fieldErrorsOf };
export type FormEngine = typeof formEngine;
