import { Button, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { admin } from '../../app/client.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { Section } from '../../ui/Section.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import { titleOf } from '../field-kinds.ts';
import { useCollection } from './CollectionSettings.tsx';
import { type Index, indexesQuery } from './queries.ts';

const NewIndex = lazy(async () => ({ default: (await import('./NewIndex.tsx')).NewIndex }));

type Tone = Parameters<typeof StatusBadge>[0]['tone'];

const states: Readonly<Record<Index['status'], { label: string; tone: Tone }>> = {
  BUILDING: { label: 'Being built', tone: 'waiting' },
  ACTIVE: { label: 'Ready', tone: 'good' },
  DROPPING: { label: 'Being dropped', tone: 'waiting' },
  DROPPED: { label: 'Dropped', tone: 'quiet' },
  FAILED: { label: 'Failed', tone: 'bad' },
  INVALID: { label: 'Not usable', tone: 'bad' },
  UNKNOWN: { label: 'Unknown', tone: 'quiet' },
};

/** The indexes of a collection, which speed up filters and sorting and enforce unique values. */
export function Indexes() {
  const collection = useCollection();
  const indexes = useQuery(indexesQuery(collection.id));
  const [isAdding, setIsAdding] = useState(false);
  const removal = useRemoval<Index>({
    title: 'Drop this index?',
    action: 'Drop index',
    consequence: ({ name }) => `Queries that use ${name} become slower. The items do not change.`,
    remove: ({ name }) =>
      admin.call('data.indexes.drop', { query: { dataCollectionId: collection.id, indexName: name } }),
    successMessage: ({ name }) => `The index ${name} is dropped.`,
    invalidates: 'collections',
  });
  const titleOfPath = (path: string): string => {
    const field = collection.fields?.find(({ key }) => key === path);
    return field ? titleOf(field) : path;
  };
  return (
    <QueryView query={indexes}>
      {({ indexes: list, left }) => (
        <Section
          title="Indexes"
          lead="Indexes make filters and sorting fast in large collections. They are built in the background, while items can still be changed."
        >
          <ListTable
            label="Indexes of the collection"
            rows={list}
            rowId={({ id }) => id}
            columns={[
              { header: 'Name', cell: ({ name }) => name },
              {
                header: 'Fields',
                cell: ({ fields }) =>
                  fields
                    .map(({ path, order }) => `${titleOfPath(path)}${order === 'DESC' ? ', descending' : ''}`)
                    .join(' · '),
              },
              { header: 'Kind', cell: kindOfIndex },
              { header: 'State', cell: (index) => <IndexState index={index} /> },
            ]}
            actions={(index) =>
              index.source !== 'SYSTEM' && (
                <RowActions
                  actions={[
                    {
                      label: `Drop the index ${index.name}`,
                      Icon: IconTrash,
                      isDisabled: index.status === 'DROPPING',
                      onClick: () => removal.ask(index),
                    },
                  ]}
                />
              )
            }
          />
          <Text size="sm" c="dimmed">
            {left.total === 0 ? 'No more indexes can be added.' : `You can add ${left.total} more.`}
          </Text>
          <div>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={left.total === 0}
              onClick={() => setIsAdding(true)}
            >
              Add an index
            </Button>
          </div>
          <Suspense>
            {isAdding && (
              <NewIndex collection={collection} left={left} indexes={list} onClose={() => setIsAdding(false)} />
            )}
          </Suspense>
          {removal.question}
        </Section>
      )}
    </QueryView>
  );
}

function IndexState({ index: { status, failure } }: { index: Index }) {
  return (
    <>
      <StatusBadge tone={states[status].tone}>{states[status].label}</StatusBadge>
      {failure && (
        <Text size="xs" c="var(--mantine-color-error)" maw={280}>
          {failure.description}
        </Text>
      )}
    </>
  );
}

function kindOfIndex({ source, unique, caseInsensitive, kind }: Index): string {
  const traits = [
    source === 'SYSTEM' && 'built in',
    kind === 'TEXT' && 'for “contains”',
    unique && 'unique',
    caseInsensitive && 'ignores case',
  ];
  return traits.filter(Boolean).join(', ') || 'for filters and sorting';
}
