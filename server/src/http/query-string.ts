/** keys that would reach an object's prototype */
const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const DEEPEST = 6;

type Folded = Record<string, unknown>;
type ParameterSchema = { readonly type?: string; readonly anyOf?: readonly ParameterSchema[] };

/**
 * The query string as one value. An object parameter may come with dots (`paging.limit=5`), with brackets (OpenAPI's
 * deepObject, `paging[limit]=5`) or as JSON (`paging={"limit":5}`); an array with a repeated name, `name[]`, `name[0]`
 * or as JSON. Names that are malformed, too deep or lead to a prototype are ignored like unknown ones.
 */
export function readQueryString(
  search: URLSearchParams,
  properties: Readonly<Record<string, ParameterSchema>>,
): Folded {
  const folded: Folded = {};
  for (const name of new Set(search.keys())) {
    if (name === '.r') continue;
    const { path, isArray } = splitName(name);
    if (path.length > DEEPEST || path.some((key) => key === '' || FORBIDDEN_KEYS.has(key))) continue;
    const values = search.getAll(name);
    const [first] = values as [string];
    const schema = path.length === 1 ? properties[path[0] as string] : undefined;
    put(folded, path, values.length > 1 || isArray ? values : schema ? decode(first, schema) : first);
  }
  return withArrays(folded) as Folded;
}

/** `a.b`, `a[b]` and `a.b[c]` as a path; an empty key marks a name that is malformed. */
function splitName(name: string): { path: string[]; isArray: boolean } {
  const isArray = name.endsWith('[]');
  const path = (isArray ? name.slice(0, -2) : name)
    .split('.')
    .flatMap((part) => (/^[^[\]]+(\[[^[\]]+\])*$/.test(part) ? part.replaceAll(']', '').split('[') : ['']));
  return { path, isArray };
}

function put(target: Folded, path: readonly string[], value: unknown): void {
  let inner = target;
  for (const key of path.slice(0, -1)) {
    const next = Object.hasOwn(inner, key) ? inner[key] : undefined;
    inner[key] = typeof next === 'object' && next !== null ? next : {};
    inner = inner[key] as Folded;
  }
  inner[path.at(-1) as string] = value;
}

/** Text that is no JSON stays text, which the validation refuses by the parameter's name. */
function decode(text: string, schema: ParameterSchema): unknown {
  if (!(text.startsWith('{') && takes(schema, 'object')) && !(text.startsWith('[') && takes(schema, 'array')))
    return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const takes = (schema: ParameterSchema, type: string): boolean =>
  schema.type === type || (schema.anyOf?.some((option) => takes(option, type)) ?? false);

/** Objects whose keys count from 0 become arrays. A gap leaves the object as it is: `a[4000000000]` allocates nothing. */
function withArrays(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withArrays(inner)] as const);
  const isArray = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isArray ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}
