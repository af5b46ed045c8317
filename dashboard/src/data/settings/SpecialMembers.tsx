import { Button, Text } from '@mantine/core';
import { itemOperations } from '@portico/domain/data';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { admin } from '../../app/client.ts';
import { ListTable } from '../../ui/ListTable.tsx';
import { RowActions } from '../../ui/RowActions.tsx';
import { Section } from '../../ui/Section.tsx';
import { useRemoval } from '../../ui/use-removal.tsx';
import { allowedOperationsOf, operationVerbs } from './access-levels.ts';
import { memberNamesQuery } from './member-names.ts';
import type { SpecialPermissions } from './queries.ts';

const SpecialMember = lazy(async () => ({ default: (await import('./SpecialMember.tsx')).SpecialMember }));

/** Members with additional rights to the items. */
export function SpecialMembers({
  collectionId,
  special,
}: {
  collectionId: string;
  special: readonly SpecialPermissions[];
}) {
  const [openPermissions, setOpenPermissions] = useState<SpecialPermissions | 'new' | null>(null);
  const names = useQuery(memberNamesQuery(special.map(({ userId }) => userId)));
  const nameOf = ({ userId }: SpecialPermissions) => names.data?.get(userId) ?? userId;
  const removal = useRemoval<SpecialPermissions>({
    title: 'Remove these rights?',
    action: 'Remove rights',
    consequence: (member) => `${nameOf(member)} will have the same rights as every other member.`,
    remove: ({ id }) =>
      admin.call('data.permissions.deleteSpecial', {
        query: { specialPermissionsId: id, dataCollectionId: collectionId },
      }),
    successMessage: () => 'The rights are removed.',
    invalidates: 'collections',
  });
  return (
    <Section
      title="For individual members"
      lead="These rights apply to all items, in addition to the permissions above."
    >
      {special.length > 0 && (
        <ListTable
          label="Members with their own rights"
          rows={special}
          rowId={({ id }) => id}
          columns={[
            { header: 'Member', cell: nameOf },
            { header: 'May', cell: describeOperations },
          ]}
          actions={(member) => (
            <RowActions
              actions={[
                {
                  label: `Change the rights of ${nameOf(member)}`,
                  Icon: IconPencil,
                  onClick: () => setOpenPermissions(member),
                },
                {
                  label: `Remove the rights of ${nameOf(member)}`,
                  Icon: IconTrash,
                  onClick: () => removal.ask(member),
                },
              ]}
            />
          )}
        />
      )}
      {special.length === 0 && (
        <Text size="sm" c="dimmed">
          No member has additional rights here.
        </Text>
      )}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setOpenPermissions('new')}
        >
          Give rights to a member
        </Button>
      </div>
      <Suspense>
        {openPermissions && (
          <SpecialMember
            collectionId={collectionId}
            special={openPermissions === 'new' ? null : openPermissions}
            name={openPermissions === 'new' ? '' : nameOf(openPermissions)}
            onClose={() => setOpenPermissions(null)}
          />
        )}
      </Suspense>
      {removal.question}
    </Section>
  );
}

function describeOperations(special: SpecialPermissions): string {
  const allowed = allowedOperationsOf(special);
  const verbs = itemOperations.filter((operation) => allowed[operation]).map((operation) => operationVerbs[operation]);
  return verbs.join(', ') || 'nothing more';
}
