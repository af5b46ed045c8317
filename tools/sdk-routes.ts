/** Writes method and bare path of every call, so that the sdk does not include the contract's schemas. */
import { endpoints } from '@portico/contract';

/** Returns one constant per route, so that a bundle contains only those that it uses. */
export function sdkRoutes(): string {
  const lines = endpoints.map(
    ({ id, method, path }) => `export const ${constantOf(id)} = '${method} ${path}' as Route<'${id}'>;`,
  );
  const head =
    "/** Generated from contract/ by npm run gen: method and path of every call. */\nimport type { Route } from './route.ts';\n";
  return `${head}\n${lines.join('\n')}\n`;
}

/** Returns all routes by the id of their call. */
export function sdkRouteTable(): string {
  const lines = endpoints.map(({ id }) => `  '${id}': routes.${constantOf(id)},`);
  const head = [
    '/** Generated from contract/ by npm run gen: the routes of all calls, by id. */',
    "import type { Calls } from '../calls.gen.ts';",
    "import type { Route } from '../route.ts';",
    "import * as routes from '../routes.gen.ts';",
  ].join('\n');
  return `${head}\n\nexport const routeTable: { readonly [Id in keyof Calls]: Route<Id> } = {\n${lines.join('\n')}\n};\n`;
}

/** Converts the id of a call to the name of its constant: `data.items.query` becomes `dataItemsQuery`. */
const constantOf = (id: string): string => id.replace(/\.(\w)/g, (_, letter: string) => letter.toUpperCase());
