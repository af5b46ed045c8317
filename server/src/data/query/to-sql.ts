/**
 * Filter and sort as SQL over an item table. Values, and names too, are bound: the text depends only on the shape of
 * the query, so that few statements serve all, and nothing a caller sends is ever part of it (SQL injection).
 * What each predicate means is written plainly in evaluate.ts; a property test holds the two together.
 */
import { linkCondition } from './link-condition.ts';
import { type Pattern, placed } from './pattern.ts';
import type { ColumnPlace, ColumnType, Place } from './plan.ts';
import {
  type Comparison,
  type Condition,
  type Filter,
  isDate,
  type Json,
  type Path,
  type SortField,
  type TextMatch,
} from './tree.ts';

/** The bound values of one statement, in order. */
export type Params = unknown[];

/** Adds a value and answers its placeholder. */
export const bind = (params: Params, value: unknown, type: string): string => `$${params.push(value)}::${type}`;

/** A condition; null counts as false. */
export function filterToSql(filter: Filter<Place>, params: Params): string {
  switch (filter.kind) {
    case 'and':
    case 'or':
      if (filter.parts.length === 0) return filter.kind === 'and' ? 'true' : 'false';
      return `(${filter.parts.map((part) => filterToSql(part, params)).join(` ${filter.kind} `)})`;
    case 'not':
      return `(${filterToSql(filter.part, params)}) is not true`;
    default:
      if ('column' in filter.path) return columnCondition(filter as Condition<ColumnPlace>, params);
      if ('missing' in filter.path) return missingCondition(filter) ? 'true' : 'false';
      if ('links' in filter.path) return linkCondition(filter, filter.path.links, { ...PRINTING, params });
      return valueCondition({ ...filter, path: filter.path.path }, params);
  }
}

/** `order by` without the keyword. What is null or missing is lowest, so that one index serves both directions. */
export function sortToSql(sort: readonly SortField<Place>[], params: Params): string {
  return sort
    .flatMap(({ path, order }) => {
      // A column of the system is never null; its index says nothing of nulls, and would not serve an order that does.
      const direction = 'column' in path && !path.promoted ? order : DIRECTIONS[order];
      return keysOf(path, params).map((key) => `${key} ${direction}`);
    })
    .join(', ');
}

const DIRECTIONS = { ASC: 'asc nulls first', DESC: 'desc nulls last' } as const;

function keysOf(place: Place, params: Params): string[] {
  // Links have no order of their own, and are not part of the item.
  if ('missing' in place || 'links' in place) return [];
  if ('path' in place) return sortKeys(place.path, params);
  // An array has no order of its own: looked at in `data`, like everywhere.
  return place.type === 'list' ? sortKeys(place.promoted as Path, params) : [place.column];
}

/** What a condition says of a field that is not there. */
function missingCondition(leaf: Condition<Place>): boolean {
  switch (leaf.kind) {
    case 'equals':
      return leaf.values.includes(null);
    case 'hasAll':
      return leaf.values.every((value) => value === null);
    case 'empty':
      return true;
    default:
      return false;
  }
}

const OPERATORS: Readonly<Record<Comparison, string>> = { lt: '<', lte: '<=', gt: '>', gte: '>=' };

/** How conditions on links print their values. */
const PRINTING = { bind, textMatch, patternMatch, operators: OPERATORS };

/** One value of one type in a row, so that indexes serve. Values of another type match nothing. */
function columnCondition(leaf: Condition<ColumnPlace>, params: Params): string {
  const { column, type, promoted } = leaf.path;
  if (type === 'list') return listCondition(leaf, params);
  switch (leaf.kind) {
    case 'equals': {
      const values = leaf.values.map((value) => columnValue(value, type)).filter((value) => value !== undefined);
      const tests: string[] = [];
      // One value by `=`, so that the index which starts with it also gives the order.
      if (values.length === 1) tests.push(`${column} = ${bind(params, values[0], SQL_TYPES[type])}`);
      if (values.length > 1) tests.push(`${column} = any(${bind(params, values, `${SQL_TYPES[type]}[]`)})`);
      if (promoted && leaf.values.includes(null)) tests.push(`${column} is null`);
      return tests.length === 0 ? 'false' : `(${tests.join(' or ')})`;
    }
    case 'hasAll': {
      const each = leaf.values.map((value) =>
        columnCondition({ kind: 'equals', path: leaf.path, values: [value] }, params),
      );
      return each.length === 0 ? 'true' : `(${each.join(' and ')})`;
    }
    case 'compares': {
      const value = columnValue(leaf.value as Json, type);
      return value === undefined
        ? 'false'
        : `(${column} ${OPERATORS[leaf.comparison]} ${bind(params, value, SQL_TYPES[type])})`;
    }
    case 'matches':
      return type === 'text' ? `(${columnMatch(leaf.path, leaf.match, leaf.text, params)})` : 'false';
    case 'pattern':
      return type === 'text' ? `(${patternMatch(column, leaf.pattern, params)})` : 'false';
    case 'exists':
      return promoted ? valueCondition({ ...leaf, path: promoted }, params) : 'true';
    case 'empty':
      if (!promoted) return 'false';
      return type === 'text' ? `(${column} is null or ${column} = '')` : `(${column} is null)`;
  }
}

/** As textMatch, and said so that the column's index serves where it has one. */
function columnMatch({ column, folded = [] }: ColumnPlace, match: TextMatch, text: string, params: Params): string {
  const exact = textMatch(column, match, text, params);
  const value = `portico.fold_case(${column})`;
  if (folded.length === 0) return exact;
  const wanted = `portico.fold_case(${bind(params, text, 'text')})`;
  if (match === 'startsWith' && folded.includes('start')) {
    // Whatever starts so comes before the same start with a row of the last character that there is.
    const end = `(select ${wanted} || repeat(chr(1114111), 32))`;
    return `${value} collate "C" >= (select ${wanted}) and ${value} collate "C" < ${end} and ${exact}`;
  }
  if (match === 'contains' && folded.includes('part')) {
    const pattern = `(select '%' || regexp_replace(${wanted}, '([\\\\%_])', '\\\\\\1', 'g') || '%')`;
    return `${value} like ${pattern} and ${exact}`;
  }
  return exact;
}

/** The value as the column would hold it; undefined where it cannot. */
export function columnValue(value: Json, type: ColumnType): unknown {
  switch (type) {
    case 'text':
      return typeof value === 'string' ? value : undefined;
    case 'number':
      return typeof value === 'number' ? value : undefined;
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    default:
      return isDate(value) ? value.$date : undefined;
  }
}

export const SQL_TYPES: Readonly<Record<ColumnType, string>> = {
  text: 'text',
  moment: 'timestamptz',
  number: 'numeric',
  boolean: 'boolean',
  date: 'text',
  list: 'jsonb',
};

/** The value as it is in a column: containment of plain values is what its index serves; the rest is looked up in `data`. */
function listCondition(leaf: Condition<ColumnPlace>, params: Params): string {
  const { column, promoted } = leaf.path;
  const isPlain = (value: Json): boolean => value !== null && typeof value !== 'object';
  const holds = (value: Json): string => `${column} @> ${bind(params, JSON.stringify(value), 'jsonb')}`;
  if (leaf.kind === 'equals' && leaf.values.length > 0 && leaf.values.every(isPlain)) {
    return `(${leaf.values.map(holds).join(' or ')})`;
  }
  if (leaf.kind === 'hasAll' && leaf.values.length > 0 && leaf.values.every(isPlain)) {
    return `(${leaf.values.map(holds).join(' and ')})`;
  }
  return valueCondition({ ...leaf, path: promoted as Path }, params);
}

/** Values inside `data`, met by a jsonpath in lax mode: keys enter objects and the objects of arrays. */
function valueCondition(leaf: Condition<Path>, params: Params): string {
  const { path } = leaf;
  switch (leaf.kind) {
    case 'equals':
      return equalsAny(path, leaf.values, params);
    case 'hasAll':
      return equalsAll(path, leaf.values, params);
    case 'compares': {
      const operator = OPERATORS[leaf.comparison];
      const value = leaf.value as Json;
      return isDate(value)
        ? pathExists(`${jsonPath(path)} ? (${IS_DATE} && @."$date" ${operator} $v)`, { v: value.$date }, params)
        : pathExists(`${jsonPath(path)} ? (${IS_PLAIN} && @ ${operator} $v)`, { v: value }, params);
    }
    case 'matches':
      return valueMatches(path, (value) => textMatch(value, leaf.match, leaf.text, params), params);
    case 'pattern':
      return valueMatches(path, (value) => patternMatch(value, leaf.pattern, params), params);
    case 'exists':
      return isKey(path) ? `(data ? ${bind(params, path[0], 'text')})` : pathExists(jsonPath(path), {}, params);
    case 'empty': {
      const nothing = `any(array['null', '""', '[]']::jsonb[])`;
      if (isKey(path)) return `(coalesce(data -> ${bind(params, path[0], 'text')}, 'null') = ${nothing})`;
      const found = bindPath(jsonPath(path), params);
      return `(not jsonb_path_exists(data, ${found}) or exists (select from jsonb_path_query(data, ${found}) as found(value) where found.value = ${nothing}))`;
    }
  }
}

/** A filter looks into an array once, a comparison would once more: without these, `[[5]]` would equal 5. */
const IS_DATE = '@.type() == "object"';
const IS_PLAIN = '@.type() != "array"';

/** Each kind of value has the cheapest test that is exact for it; objects and arrays compare as a whole. */
function equalsAny(path: Path, values: readonly Json[], params: Params): string {
  const plain = values.filter((value) => value !== null && typeof value !== 'object');
  const dates = values.filter(isDate).map((value) => value.$date);
  const whole = values.filter((value) => typeof value === 'object' && value !== null && !isDate(value));
  const tests: string[] = [];
  if (isKey(path) && plain.length === 1 && dates.length === 0) {
    // Containment of a plain value: the value itself, or an array that holds it.
    const [key, value] = [bind(params, path[0], 'text'), bind(params, JSON.stringify(plain[0]), 'jsonb')];
    tests.push(`coalesce((data -> ${key}) @> ${value}, false)`);
  } else if (plain.length + dates.length > 0) {
    const either = `${IS_PLAIN} && @ == $plain[*] || ${IS_DATE} && @."$date" == $dates[*]`;
    tests.push(pathExists(`${jsonPath(path)} ? (${either})`, { plain, dates }, params));
  }
  if (whole.length > 0) {
    tests.push(
      `exists (select from ${foundValues(path, params)} where found.value = any(${bindJsonList(whole, params)}))`,
    );
  }
  if (values.includes(null)) {
    const test = `!exists(${jsonPath(path)}) || exists(${jsonPath(path)} ? (${IS_PLAIN} && @ == null))`;
    tests.push(`jsonb_path_match(data, ${bindPath(test, params)})`);
  }
  return tests.length === 0 ? 'false' : `(${tests.join(' or ')})`;
}

function equalsAll(path: Path, values: readonly Json[], params: Params): string {
  const found = `exists (select from ${foundValues(path, params)} where found.value = wanted.value)`;
  const missing = `(wanted.value = 'null' and not jsonb_path_exists(data, ${bindPath(jsonPath(path), params)}))`;
  const wanted = `unnest(${bindJsonList(values, params)}) as wanted(value)`;
  return `not exists (select from ${wanted} where not (${found} or ${missing}))`;
}

/** What the path meets, and the elements of the arrays among it. */
function foundValues(path: Path, params: Params): string {
  const [whole, each] = [bindPath(jsonPath(path), params), bindPath(`${jsonPath(path)}[*]`, params)];
  return `(select jsonb_path_query(data, ${whole}) union all select jsonb_path_query(data, ${each})) as found(value)`;
}

/** A text where a text is expected is looked at in place; only an array has its elements taken apart. */
function valueMatches(path: Path, test: (value: string) => string, params: Params): string {
  const elements = `jsonb_path_query(data, ${bindPath(`${jsonPath(path)}[*]`, params)}) as found(value)`;
  const inElement = test("(found.value #>> '{}')");
  const among = `exists (select from ${elements} where jsonb_typeof(found.value) = 'string' and ${inElement})`;
  if (!isKey(path)) return among;
  const key = bind(params, path[0], 'text');
  const inPlace = test(`(data ->> ${key})`);
  return `(case jsonb_typeof(data -> ${key}) when 'string' then ${inPlace} when 'array' then ${among} else false end)`;
}

function textMatch(value: string, match: TextMatch, text: string, params: Params): string {
  const folded = `portico.fold_case(${value})`;
  // Selected, so that it is folded once and not for every row.
  const wanted = `(select portico.fold_case(${bind(params, text, 'text')}))`;
  switch (match) {
    case 'contains':
      return `strpos(${folded}, ${wanted}) > 0`;
    case 'startsWith':
      return `starts_with(${folded}, ${wanted})`;
    case 'endsWith':
      return `right(${folded}, char_length(${wanted})) = ${wanted}`;
  }
}

/** The text is as long as the pattern, and each part of it is where the pattern has it. */
function patternMatch(value: string, pattern: Pattern, params: Params): string {
  const { length, parts } = placed(pattern);
  const fold = (text: string): string => (pattern.ignoreCase ? `portico.fold_case(${text})` : text);
  const list = (name: keyof (typeof parts)[number], type: string): string =>
    bind(
      params,
      parts.map((part) => part[name]),
      type,
    );
  const lists = [list('isAnyOf', 'boolean[]'), list('text', 'text[]'), list('at', 'int[]'), list('length', 'int[]')];
  const found = 'substr(whole.text, part.at, part.length)';
  const fits = `case when part.is_any_of then strpos(${fold('part.text')}, ${found}) > 0 else ${fold('part.text')} = ${found} end`;
  const misfit = `select from unnest(${lists.join(', ')}) as part(is_any_of, text, at, length) where not (${fits})`;
  const exactly = bind(params, length, 'int');
  const whole = `(select ${fold(value)} as text offset 0) as whole`;
  // Folding makes one character of two at most: a text that is far too long is never folded.
  return `(case when char_length(${value}) between ${exactly} and 2 * ${exactly} then (select char_length(whole.text) = ${exactly} and not exists (${misfit}) from ${whole}) else false end)`;
}

/** Type first, then number, then text: within one type only one of the others is not null. */
export const sortKeys = (path: Path, params: Params) => keysOfValue(firstValue(path, params));

/** The same of a value by itself. */
export const keysOfValue = (value: string): [type: string, number: string, text: string] => [
  `case jsonb_typeof(${value}) when 'number' then 1 when 'string' then 2 when 'object' then case when ${value} ? '$date' then 6 else 3 end when 'array' then 4 when 'boolean' then 5 else 0 end`,
  `case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end`,
  `(case jsonb_typeof(${value}) when 'string' then ${value} #>> '{}' when 'boolean' then ${value} #>> '{}' when 'object' then ${value} ->> '$date' end) collate "C"`,
];

/** The values that the path meets, of an array its elements: a row each. */
export const eachValue = (path: Path, params: Params): string =>
  `jsonb_path_query(data, ${bindPath(`${jsonPath(path)}[*]`, params)})`;

/** The first value that the path meets. */
export const firstValue = (path: Path, params: Params): string =>
  isKey(path)
    ? `(data -> ${bind(params, path[0], 'text')})`
    : `jsonb_path_query_first(data, ${bindPath(jsonPath(path), params)})`;

const pathExists = (path: string, variables: object, params: Params): string =>
  `jsonb_path_exists(data, ${bindPath(path, params)}, ${bind(params, JSON.stringify(variables), 'jsonb')})`;

const bindPath = (path: string, params: Params): string => bind(params, path, 'jsonpath');

const bindJsonList = (values: readonly Json[], params: Params): string =>
  bind(
    params,
    values.map((value) => JSON.stringify(value)),
    'jsonb[]',
  );

/** Keys are quoted as JSON strings, whose escapes jsonpath shares; the whole is bound besides. */
const jsonPath = (path: Path): string => `$${path.map((key) => `.${JSON.stringify(key)}`).join('')}`;

const isKey = (path: Path): boolean => path.length === 1;
