import { formFrameDe } from './form-frame-de.ts';
import { formInputsDe } from './form-inputs-de.ts';
import type { FormTexts } from './forms-en.ts';

export const formsDe: FormTexts = { ...formFrameDe, ...formInputsDe };
