import type { Form } from '@portico/sdk';
import type { ShownForm } from './describe-form.ts';

/** A form of the wire as the engine reads it: the server stores none whose products and steps have another shape. */
export const schemaOf = (form: Form): ShownForm => form as ShownForm;
