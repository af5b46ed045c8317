import { formFrameEn } from './form-frame-en.ts';
import { formInputsEn } from './form-inputs-en.ts';

/** English texts of forms, without the sentences about errors. */
export const formsEn = { ...formFrameEn, ...formInputsEn };

/** The texts of forms in one language. */
export type FormTexts = typeof formsEn;
