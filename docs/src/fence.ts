/** The parsed info string of a code fence: the language, then attributes such as `title="app.js" run expect="Jane"`. */
export interface Fence {
  readonly language: string;
  /** Name of the file that holds the code; by default the path of the attribute `file` within its example. */
  readonly title?: string;
  /** An attribute without a value, such as `run`, is `true`. */
  readonly attributes: Readonly<Record<string, string | true>>;
}

const ATTRIBUTE_PATTERN = /([a-z-]+)(?:="([^"]*)")?/g;

export function parseFence(info: string): Fence {
  const [language = '', ...rest] = info.trim().split(' ');
  const attributes: Record<string, string | true> = {};
  for (const [, name, value] of rest.join(' ').matchAll(ATTRIBUTE_PATTERN)) attributes[name as string] = value ?? true;
  const title = attributes.title ?? String(attributes.file ?? '').replace(/^examples\/[^/]+\//, '');
  return { language, attributes, ...(typeof title === 'string' && title !== '' ? { title } : {}) };
}

const INCLUDE_PATTERN = /^```(\w+ .*\bfile="([^"]+)".*)\n```$/gm;

/** Fills each empty fence that has the attribute `file` with the text of that file, so that pages show tested code. */
export const includeFiles = (text: string, read: (file: string) => string): string =>
  text.replace(INCLUDE_PATTERN, (_, info: string, file: string) => `\`\`\`${info}\n${read(file)}\`\`\``);
