/** Compiles conditions on values inside `data` to SQL. */
import { bind, type Params } from './params.ts';
import { OPERATORS, patternMatch, textMatch } from './text-match.ts';
import { type Condition, isDate, type Json, type Path } from './tree.ts';
import { bindJsonList, bindPath, isKey, jsonPath, pathExists } from './value-at.ts';

export function valueCondition(leaf: Condition<Path>, params: Params): string {
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

/**
 * jsonpath unwraps an array in the filter and again in the comparison. Without these type tests `[[5]]` would equal 5.
 */
const IS_DATE = '@.type() == "object"';
const IS_PLAIN = '@.type() != "array"';

/**
 * Returns the SQL condition that a found value equals one of the values. Each kind of value gets the cheapest exact
 * test; objects and arrays are compared as a whole.
 */
function equalsAny(path: Path, values: readonly Json[], params: Params): string {
  const plain = values.filter((value) => value !== null && typeof value !== 'object');
  const dates = values.filter(isDate).map((value) => value.$date);
  const compositeValues = values.filter((value) => typeof value === 'object' && value !== null && !isDate(value));
  const conditions: string[] = [];
  if (isKey(path) && plain.length === 1 && dates.length === 0) {
    // `@>` finds a plain value both as the value of the field and as an element of an array.
    const [key, value] = [bind(params, path[0], 'text'), bind(params, JSON.stringify(plain[0]), 'jsonb')];
    conditions.push(`coalesce((data -> ${key}) @> ${value}, false)`);
  } else if (plain.length + dates.length > 0) {
    const either = `${IS_PLAIN} && @ == $plain[*] || ${IS_DATE} && @."$date" == $dates[*]`;
    conditions.push(pathExists(`${jsonPath(path)} ? (${either})`, { plain, dates }, params));
  }
  if (compositeValues.length > 0) {
    conditions.push(
      `exists (select from ${foundValues(path, params)} where found.value = any(${bindJsonList(compositeValues, params)}))`,
    );
  }
  if (values.includes(null)) {
    const test = `!exists(${jsonPath(path)}) || exists(${jsonPath(path)} ? (${IS_PLAIN} && @ == null))`;
    conditions.push(`jsonb_path_match(data, ${bindPath(test, params)})`);
  }
  return conditions.length === 0 ? 'false' : `(${conditions.join(' or ')})`;
}

function equalsAll(path: Path, values: readonly Json[], params: Params): string {
  const found = `exists (select from ${foundValues(path, params)} where found.value = wanted.value)`;
  const missing = `(wanted.value = 'null' and not jsonb_path_exists(data, ${bindPath(jsonPath(path), params)}))`;
  const operands = `unnest(${bindJsonList(values, params)}) as wanted(value)`;
  return `not exists (select from ${operands} where not (${found} or ${missing}))`;
}

/** Returns SQL for the values at the path and the elements of the arrays among them. */
function foundValues(path: Path, params: Params): string {
  const [pathParam, elementsParam] = [bindPath(jsonPath(path), params), bindPath(`${jsonPath(path)}[*]`, params)];
  return `(select jsonb_path_query(data, ${pathParam}) union all select jsonb_path_query(data, ${elementsParam})) as found(value)`;
}

/**
 * Returns the SQL condition that a found text satisfies the test. A text is tested directly, and only arrays are
 * expanded into their elements.
 */
function valueMatches(path: Path, test: (value: string) => string, params: Params): string {
  const elements = `jsonb_path_query(data, ${bindPath(`${jsonPath(path)}[*]`, params)}) as found(value)`;
  const inElement = test("(found.value #>> '{}')");
  const matchesAny = `exists (select from ${elements} where jsonb_typeof(found.value) = 'string' and ${inElement})`;
  if (!isKey(path)) return matchesAny;
  const key = bind(params, path[0], 'text');
  const inText = test(`(data ->> ${key})`);
  return `(case jsonb_typeof(data -> ${key}) when 'string' then ${inText} when 'array' then ${matchesAny} else false end)`;
}
