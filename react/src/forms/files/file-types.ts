import { acceptedFileTypes, claimedFileType } from '@portico/domain';

const typesOf = (formats: readonly string[]) =>
  acceptedFileTypes.filter(({ format }) => formats.length === 0 || formats.includes(format));

/** What the dialogue of the browser offers: `.jpg,.png`. */
export const acceptOf = (formats: readonly string[]): string =>
  typesOf(formats)
    .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
    .join(',');

/** Whether a file says of itself that the field does not take it; what is in it, the server looks at. */
export function refusedType({ name, type }: File, formats: readonly string[]): boolean {
  const kind = claimedFileType(name, type);
  return kind === null || (formats.length > 0 && !formats.includes(kind.format));
}
