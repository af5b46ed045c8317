import type { Form } from '@portico/sdk';
import type { ShownForm } from './describe-form.ts';

/**
 * Casts a form of the API to the type of the engine. The server stores only forms whose products and steps have that
 * shape.
 */
export const schemaOf = (form: Form): ShownForm => form as ShownForm;
