import type { CodeSnippet } from '../../ui/code-snippet.ts';
import { embedScript, escapeHtml } from '../../ui/embed-code.ts';
import { componentFile, componentNameOf } from '../../ui/react-code.ts';

/** Items per page in the code. */
const LIMIT = 12;

/** The parts of a collection that its code needs. */
interface ShownCollection {
  readonly id: string;
  /** Key of the field whose values are the names of the items. Without one, the code shows their ids. */
  readonly nameKey: string | undefined;
}

/** Returns the tags that list the items of a collection on any website. */
export const collectionTag = (site: { url: string }, { id }: ShownCollection): string => `${embedScript(site)}
<portico-collection collection="${escapeHtml(id)}" limit="${LIMIT}"></portico-collection>`;

/** Returns a module that reads items with the client. */
export const itemsModule = ({ id, nameKey }: ShownCollection): CodeSnippet => ({
  label: 'read-items.ts',
  isFile: true,
  text: 'Save this file next to portico.ts. It logs the newest items.',
  code: `import { client } from './portico';

const { items } = await client.items
  .query(${JSON.stringify(id)})
  .descending('_createdDate')
  .limit(${LIMIT})
  .find();
for (const item of items) console.log(${nameOf(nameKey)});`,
});

/** Returns the file of a React app that lists items, with a button for the next page. */
export const collectionComponent = ({ id, nameKey }: ShownCollection): CodeSnippet =>
  componentFile(componentNameOf(id, 'List'), 'Collection', [
    `<Collection collectionId=${attributeOf(id)} query={(items) => items.limit(${LIMIT})}>`,
    `  {(item) => <li>{String(${nameOf(nameKey)})}</li>}`,
    '</Collection>',
  ]);

/** Quotes a value for JSX, whose strings know no backslash. */
const attributeOf = (value: string): string => (/^[\w-]+$/.test(value) ? `"${value}"` : `{${JSON.stringify(value)}}`);

const nameOf = (key: string | undefined): string => (key ? `item[${JSON.stringify(key)}]` : 'item._id');
