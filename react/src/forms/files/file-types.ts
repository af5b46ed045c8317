import { acceptedFileTypes, fileTypeOfName } from '@portico/domain';

const typesOf = (formats: readonly string[]) =>
  acceptedFileTypes.filter(({ format }) => formats.length === 0 || formats.includes(format));

/** Returns the `accept` attribute of a file input: `.jpg,.png`. */
export const acceptOf = (formats: readonly string[]): string =>
  typesOf(formats)
    .flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))
    .join(',');

/** Returns true if the field does not accept the file's claimed type. The server checks the content. */
export function isRejectedType({ name, type }: File, formats: readonly string[]): boolean {
  const kind = fileTypeOfName(name, type);
  return kind === null || (formats.length > 0 && !formats.includes(kind.format));
}
