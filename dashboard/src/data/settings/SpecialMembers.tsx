import { Button, Table, Text } from '@mantine/core';
import { itemOperations } from '@portico/domain/data';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { admin } from '../../app/client.ts';
import { ActionsHeading, RowActions } from '../../ui/RowActions.tsx';
import { Scroller } from '../../ui/Scroller.tsx';
import { Section } from '../../ui/Section.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import { actTitles, allowedOf } from './access-levels.ts';
import { memberNamesQuery } from './member-names.ts';
import type { SpecialPermissions } from './queries.ts';

const SpecialMember = lazy(async () => ({ default: (await import('./SpecialMember.tsx')).SpecialMember }));

/** Members who may do more with the items than members else. */
export function SpecialMembers({
  collectionId,
  special,
}: {
  collectionId: string;
  special: readonly SpecialPermissions[];
}) {
  const [opened, setOpened] = useState<SpecialPermissions | 'new' | null>(null);
  const names = useQuery(memberNamesQuery(special.map(({ userId }) => userId)));
  const nameOf = ({ userId }: SpecialPermissions) => names.data?.get(userId) ?? userId;
  const removal = useRemoval<SpecialPermissions>({
    title: 'Take these rights away?',
    action: 'Take away',
    text: (one) => `${nameOf(one)} may then do what every member may.`,
    remove: ({ id }) =>
      admin.call('data.permissions.deleteSpecial', {
        query: { specialPermissionsId: id, dataCollectionId: collectionId },
      }),
    done: () => 'The rights are taken away.',
    changes: 'collections',
  });
  return (
    <Section title="For single members" lead="They may do this with every item, whatever is set for everybody.">
      {special.length > 0 && (
        <Scroller label="Members with rights of their own">
          <Table miw={420} verticalSpacing="sm">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Member</Table.Th>
                <Table.Th>May</Table.Th>
                <ActionsHeading />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {special.map((one) => {
                const allowed = itemOperations.filter((operation) => allowedOf(one)[operation]);
                const actions = [
                  { label: `Change the rights of ${nameOf(one)}`, Icon: IconPencil, act: () => setOpened(one) },
                  { label: `Take the rights of ${nameOf(one)} away`, Icon: IconTrash, act: () => removal.ask(one) },
                ];
                return (
                  <Table.Tr key={one.id}>
                    <Table.Td fw={500}>{nameOf(one)}</Table.Td>
                    <Table.Td>{allowed.map((operation) => actTitles[operation]).join(', ') || 'nothing more'}</Table.Td>
                    <RowActions actions={actions} />
                  </Table.Tr>
                );
              })}
            </Table.Tbody>
          </Table>
        </Scroller>
      )}
      {special.length === 0 && (
        <Text size="sm" c="dimmed">
          No member has rights of their own here.
        </Text>
      )}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpened('new')}>
          Give rights to a member
        </Button>
      </div>
      <Suspense>
        {opened && (
          <SpecialMember
            collectionId={collectionId}
            special={opened === 'new' ? null : opened}
            name={opened === 'new' ? '' : nameOf(opened)}
            onClose={() => setOpened(null)}
          />
        )}
      </Suspense>
      {removal.question}
    </Section>
  );
}
