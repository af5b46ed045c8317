import { Button, Table, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { admin } from '../../app/client.ts';
import { QueryView } from '../../ui/QueryView.tsx';
import { ActionsHeading, RowActions } from '../../ui/RowActions.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Section } from '../../ui/Section.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import { titleOf } from '../field-kinds.ts';
import { useCollection } from './CollectionSettings.tsx';
import { type Index, indexesQuery } from './queries.ts';

const NewIndex = lazy(async () => ({ default: (await import('./NewIndex.tsx')).NewIndex }));

type Tone = Parameters<typeof StatusBadge>[0]['tone'];

const states: Readonly<Record<Index['status'], { word: string; tone: Tone }>> = {
  BUILDING: { word: 'Being built', tone: 'waiting' },
  ACTIVE: { word: 'Ready', tone: 'good' },
  DROPPING: { word: 'Being dropped', tone: 'waiting' },
  DROPPED: { word: 'Dropped', tone: 'quiet' },
  FAILED: { word: 'Failed', tone: 'bad' },
  INVALID: { word: 'Not usable', tone: 'bad' },
  UNKNOWN: { word: 'Unknown', tone: 'quiet' },
};

/** What makes filters and sorting fast where a collection is large, and what keeps values unique. */
export function Indexes() {
  const collection = useCollection();
  const indexes = useQuery(indexesQuery(collection.id));
  const [isAdding, setAdding] = useState(false);
  const removal = useRemoval<Index>({
    title: 'Drop this index?',
    action: 'Drop index',
    text: ({ name }) => `Queries that ${name} serves become slower. The items stay as they are.`,
    remove: ({ name }) =>
      admin.call('data.indexes.drop', { query: { dataCollectionId: collection.id, indexName: name } }),
    done: ({ name }) => `The index ${name} is dropped.`,
    changes: 'collections',
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
          lead="They make filters and sorting fast in large collections. They are built in the background; items can be written meanwhile."
        >
          <Scroller label="Indexes of the collection">
            <Table miw={620} verticalSpacing="sm">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Name</Table.Th>
                  <Table.Th>Fields</Table.Th>
                  <Table.Th>Kind</Table.Th>
                  <Table.Th>State</Table.Th>
                  <ActionsHeading />
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {list.map((index) => (
                  <Table.Tr key={index.id}>
                    <Table.Td fw={500}>{index.name}</Table.Td>
                    <Table.Td>
                      {index.fields
                        .map(({ path, order }) => `${titleOfPath(path)}${order === 'DESC' ? ', descending' : ''}`)
                        .join(' · ')}
                    </Table.Td>
                    <Table.Td>{kindOfIndex(index)}</Table.Td>
                    <Table.Td>
                      <StatusBadge tone={states[index.status].tone}>{states[index.status].word}</StatusBadge>
                      {index.failure && (
                        <Text size="xs" c="var(--mantine-color-error)" maw={280}>
                          {index.failure.description}
                        </Text>
                      )}
                    </Table.Td>
                    <RowActions
                      actions={
                        index.source === 'SYSTEM'
                          ? []
                          : [
                              {
                                label: `Drop the index ${index.name}`,
                                Icon: IconTrash,
                                isOff: index.status === 'DROPPING',
                                act: () => removal.ask(index),
                              },
                            ]
                      }
                    />
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Scroller>
          <Text size="sm" c="dimmed">
            {left.total === 0 ? 'No more indexes can be added.' : `${left.total} more can be added.`}
          </Text>
          <div>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              disabled={left.total === 0}
              onClick={() => setAdding(true)}
            >
              Add an index
            </Button>
          </div>
          <Suspense>
            {isAdding && (
              <NewIndex collection={collection} left={left} indexes={list} onClose={() => setAdding(false)} />
            )}
          </Suspense>
          {removal.question}
        </Section>
      )}
    </QueryView>
  );
}

function kindOfIndex({ source, unique, caseInsensitive, kind }: Index): string {
  const traits = [
    source === 'SYSTEM' && 'of the system',
    kind === 'TEXT' && 'for “contains”',
    unique && 'unique',
    caseInsensitive && 'upper and lower case alike',
  ];
  return traits.filter(Boolean).join(', ') || 'for filters and sorting';
}
