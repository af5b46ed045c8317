/**
 * Compiles access to values inside `data`. Paths are jsonpath in lax mode, in which keys select from objects and from
 * the objects of arrays.
 */
import { bind, type Params } from './params.ts';
import type { Json, Path } from './tree.ts';

/** Returns SQL for the sort keys of the first value: its type, number and text. Number or text is null, or both. */
export const sortKeys = (path: Path, params: Params) => keysOfValue(firstValue(path, params));

/** Returns SQL for the sort keys of the value of an expression. */
export const keysOfValue = (value: string): [type: string, number: string, text: string] => [
  `case jsonb_typeof(${value}) when 'number' then 1 when 'string' then 2 when 'object' then case when ${value} ? '$date' then 6 else 3 end when 'array' then 4 when 'boolean' then 5 else 0 end`,
  `case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end`,
  `(case jsonb_typeof(${value}) when 'string' then ${value} #>> '{}' when 'boolean' then ${value} #>> '{}' when 'object' then ${value} ->> '$date' end) collate "C"`,
];

/** Returns SQL for the set of values at the path, one row each. Arrays contribute their elements. */
export const eachValue = (path: Path, params: Params): string =>
  `jsonb_path_query(data, ${bindPath(`${jsonPath(path)}[*]`, params)})`;

/** Returns SQL for the first value at the path. */
export const firstValue = (path: Path, params: Params): string =>
  isKey(path)
    ? `(data -> ${bind(params, path[0], 'text')})`
    : `jsonb_path_query_first(data, ${bindPath(jsonPath(path), params)})`;

export const pathExists = (path: string, variables: object, params: Params): string =>
  `jsonb_path_exists(data, ${bindPath(path, params)}, ${bind(params, JSON.stringify(variables), 'jsonb')})`;

export const bindPath = (path: string, params: Params): string => bind(params, path, 'jsonpath');

export const bindJsonList = (values: readonly Json[], params: Params): string =>
  bind(
    params,
    values.map((value) => JSON.stringify(value)),
    'jsonb[]',
  );

/** Keys are quoted as JSON strings, whose escapes are valid in jsonpath. The path is also bound. */
export const jsonPath = (path: Path): string => `$${path.map((key) => `.${JSON.stringify(key)}`).join('')}`;

export const isKey = (path: Path): boolean => path.length === 1;
