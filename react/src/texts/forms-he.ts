import { formFrameHe } from './form-frame-he.ts';
import { formInputsHe } from './form-inputs-he.ts';
import type { FormTexts } from './forms-en.ts';

export const formsHe: FormTexts = { ...formFrameHe, ...formInputsHe };
