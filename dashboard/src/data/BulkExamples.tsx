import { Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import classes from './BulkExamples.module.css';
import type { Example } from './bulk-changes.ts';
import type { FieldChange } from './bulk-items.ts';
import { CellValue } from './CellValue.tsx';
import { DELETED } from './columns.tsx';
import { type Collection, type Field, type Item, kindOf, referencedCollection } from './field-kinds.ts';
import { nameOfItem } from './item-names.ts';
import { namesQuery } from './queries.ts';

interface BulkExamplesProps {
  collection: Collection;
  examples: readonly Example[];
  /** Null if the items will be deleted. */
  change: FieldChange | null;
}

/** Example items with the old and new value of the changed field. */
export function BulkExamples({ collection, examples, change }: BulkExamplesProps) {
  const field = collection.fields?.find(({ key }) => key === change?.key);
  const names = useReferenceNames(field, examples);
  return (
    <ul className={classes.list} aria-label="Examples">
      {examples.map(({ id, item, after, rejection }) => (
        <li key={id} className={classes.example}>
          <Text size="sm" fw={500}>
            {nameOfItem(collection, item as Item)}
          </Text>
          {field && (
            <div className={classes.values}>
              <VisuallyHidden>Old value: </VisuallyHidden>
              <span className={classes.old}>
                <Value field={field} value={item[field.key]} names={names} />
              </span>
              {after && (
                <>
                  <span aria-hidden>→</span>
                  <VisuallyHidden>New value: </VisuallyHidden>
                  <Value field={field} value={after[field.key]} names={names} />
                </>
              )}
            </div>
          )}
          {rejection && (
            <Text size="sm" c="var(--mantine-color-error)">
              Will not change: {rejection}
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}

function Value({ field, value, names }: { field: Field; value: unknown; names: ReadonlyMap<string, string> }) {
  if (kindOf(field) === 'reference' && typeof value === 'string') return names.get(value) ?? DELETED;
  return <CellValue field={field} value={value} ifEmpty="empty" />;
}

const NO_NAMES: ReadonlyMap<string, string> = new Map();

/** Returns the names, by id, of the items to which the old and new values refer. */
function useReferenceNames(field: Field | undefined, examples: readonly Example[]): ReadonlyMap<string, string> {
  const other = field && kindOf(field) === 'reference' ? referencedCollection(field) : undefined;
  const values = field ? examples.flatMap(({ item, after }) => [item[field.key], after?.[field.key]]) : [];
  const ids = [...new Set(values.filter((value) => typeof value === 'string'))];
  const { data } = useQuery({ ...namesQuery(other ?? '', ids), enabled: other !== undefined && ids.length > 0 });
  return data ?? NO_NAMES;
}
