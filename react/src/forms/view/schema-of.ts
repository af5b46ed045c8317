import type { Form } from '@portico/sdk';
import type { ShownForm } from './describe-form.ts';

/**
 * Casts a form of the API to the stricter type that the components render. The cast is safe, because the server checks
 * products and steps before it stores a form.
 */
export const schemaOf = (form: Form): ShownForm => form as ShownForm;
