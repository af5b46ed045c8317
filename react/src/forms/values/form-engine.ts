/** What a form needs once somebody fills it in. In a module of its own, so that embeds load it on demand. */
import { fieldErrorsOf } from '@portico/sdk';
import { describeError } from './describe-error.ts';
import { errorsByField, locateField } from './errors.ts';
import { evaluateForm } from './evaluate-form.ts';
import { loadEngines } from './load-engines.ts';

export const formEngine = { evaluateForm, errorsByField, locateField, describeError, loadEngines, fieldErrorsOf };
export type FormEngine = typeof formEngine;
