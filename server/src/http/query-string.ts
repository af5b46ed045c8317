/** Keys that would access an object's prototype. */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_DEPTH = 6;
const SEPARATOR = /[.[\]]/;

type QueryObject = Record<string, unknown>;
type ParameterSchema = { readonly type?: string; readonly anyOf?: readonly ParameterSchema[] };

/**
 * Returns the query string as one value. An object parameter may be written with dots (`paging.limit=5`), with brackets
 * (OpenAPI's deepObject, `paging[limit]=5`) or as JSON (`paging={"limit":5}`); an array with a repeated name, `name[]`,
 * `name[0]` or as JSON. Names that are malformed, too deep or lead to a prototype are ignored like unknown ones.
 */
export function readQueryString(
  search: URLSearchParams,
  properties: Readonly<Record<string, ParameterSchema>>,
): QueryObject {
  const folded: QueryObject = {};
  let isNested = false;
  for (const name of new Set(search.keys())) {
    if (name === '.r') continue;
    const { path, isArray } = splitName(name);
    if (path.length > MAX_DEPTH || path.some((key) => key === '' || FORBIDDEN_KEYS.has(key))) continue;
    const values = search.getAll(name);
    const [first] = values as [string];
    isNested ||= path.length > 1;
    const schema = path.length === 1 ? properties[path[0] as string] : undefined;
    setPath(folded, path, values.length > 1 || isArray ? values : schema ? decode(first, schema) : first);
  }
  return isNested ? (withArrays(folded) as QueryObject) : folded;
}

/** Returns the path of `a.b`, `a[b]` or `a.b[c]`. A malformed name results in an empty key. */
function splitName(name: string): { path: string[]; isArray: boolean } {
  if (!SEPARATOR.test(name)) return { path: [name], isArray: false };
  const isArray = name.endsWith('[]');
  const path = (isArray ? name.slice(0, -2) : name)
    .split('.')
    .flatMap((part) => (/^[^[\]]+(\[[^[\]]+\])*$/.test(part) ? part.replaceAll(']', '').split('[') : ['']));
  return { path, isArray };
}

function setPath(target: QueryObject, path: readonly string[], value: unknown): void {
  let inner = target;
  for (const key of path.slice(0, -1)) {
    const next = Object.hasOwn(inner, key) ? inner[key] : undefined;
    inner[key] = typeof next === 'object' && next !== null ? next : {};
    inner = inner[key] as QueryObject;
  }
  inner[path.at(-1) as string] = value;
}

/** Text that is not JSON stays text, so that the validation can reject it with the parameter's name. */
function decode(text: string, schema: ParameterSchema): unknown {
  if (
    !(text.startsWith('{') && acceptsType(schema, 'object')) &&
    !(text.startsWith('[') && acceptsType(schema, 'array'))
  )
    return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const acceptsType = (schema: ParameterSchema, type: string): boolean =>
  schema.type === type || (schema.anyOf?.some((option) => acceptsType(option, type)) ?? false);

/**
 * Turns objects whose keys count from 0 into arrays. An object with a gap stays an object, so `a[4000000000]` allocates
 * nothing.
 */
function withArrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withArrays(inner)] as const);
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
