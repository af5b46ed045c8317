import type { Form } from '@portico/sdk';
import type { ShownForm } from './describe-form.ts';

/**
 * Casts a form of the wire to the engine's type. The server stores only forms whose products and steps have that shape.
 */
export const schemaOf = (form: Form): ShownForm => form as ShownForm;
