/** What a field gives to choose from. */
import { type Field, isObject, optionsOf } from '@portico/domain';
import type { Choice } from './field-view.ts';

/** Options without a value are none. */
export const choicesOf = (field: Field): Choice[] =>
  optionsOf(field).flatMap(({ value, label, media }) => {
    if (value === undefined || value === null) return [];
    const { image } = isObject(media) ? media : {};
    const text = String(value);
    return [{ value: text, label: typeof label === 'string' ? label : text, image: pictureUrl(image) }];
  });

/** Values of the options that are chosen at first. */
export const chosenAtFirst = (field: Field): string[] =>
  optionsOf(field).flatMap((option) => (option.default === true ? [String(option.value)] : []));

/** Only pictures of web pages: the vendor's own addresses (`wix:image://`) lead nowhere here. */
const pictureUrl = (image: unknown): string =>
  typeof image === 'string' && /^(https:\/\/|\/(?!\/))/.test(image) ? image : '';
