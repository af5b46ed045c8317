/** Values inside `data` as SQL: met by a jsonpath in lax mode, whose keys enter objects and the objects of arrays. */
import { bind, type Params } from './params.ts';
import type { Json, Path } from './tree.ts';

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

export const pathExists = (path: string, variables: object, params: Params): string =>
  `jsonb_path_exists(data, ${bindPath(path, params)}, ${bind(params, JSON.stringify(variables), 'jsonb')})`;

export const bindPath = (path: string, params: Params): string => bind(params, path, 'jsonpath');

export const bindJsonList = (values: readonly Json[], params: Params): string =>
  bind(
    params,
    values.map((value) => JSON.stringify(value)),
    'jsonb[]',
  );

/** Keys are quoted as JSON strings, whose escapes jsonpath shares; the whole is bound besides. */
export const jsonPath = (path: Path): string => `$${path.map((key) => `.${JSON.stringify(key)}`).join('')}`;

export const isKey = (path: Path): boolean => path.length === 1;
