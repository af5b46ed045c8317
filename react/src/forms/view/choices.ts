/** Reads the choices of a field. */
import { type Field, isObject, optionsOf } from '@portico/domain';
import type { Choice } from './field-view.ts';

/** Returns the choices of a field. Options without a value are ignored. */
export const choicesOf = (field: Field): Choice[] =>
  optionsOf(field).flatMap(({ value, label, media }) => {
    if (value === undefined || value === null) return [];
    const { image } = isObject(media) ? media : {};
    const text = String(value);
    return [{ value: text, label: typeof label === 'string' ? label : text, image: pictureUrl(image) }];
  });

/** Returns the values of the preselected options. */
export const initialChoices = (field: Field): string[] =>
  optionsOf(field).flatMap((option) => (option.default === true ? [String(option.value)] : []));

/**
 * Returns the URL of an image, or ''. Allows https and site URLs only, because the vendor's URLs (`wix:image://`)
 * cannot be resolved here.
 */
const pictureUrl = (image: unknown): string =>
  typeof image === 'string' && /^(https:\/\/|\/(?!\/))/.test(image) ? image : '';
