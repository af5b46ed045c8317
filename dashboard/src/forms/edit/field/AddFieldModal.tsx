import { Button, Modal, SimpleGrid, Stack, Title } from '@mantine/core';
import { type FieldKind, fieldKinds, kindGroups } from './field-kinds.ts';

interface AddFieldModalProps {
  opened: boolean;
  onClose: () => void;
  onAdd: (kind: FieldKind) => void;
}

/** Lists all kinds of fields, grouped by purpose, to add one. */
export function AddFieldModal({ opened, onClose, onAdd }: AddFieldModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title="Choose the kind of field" size="lg">
      <Stack gap="lg">
        {kindGroups.map((group) => (
          <section key={group} aria-label={group}>
            <Title order={3} size="h5" mb="xs">
              {group}
            </Title>
            <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="xs" verticalSpacing="xs">
              {fieldKinds
                .filter((kind) => kind.group === group)
                .map((kind) => (
                  <Button
                    key={kind.id}
                    variant="default"
                    size="sm"
                    h="auto"
                    mih={36}
                    py={6}
                    styles={{ label: { whiteSpace: 'normal', lineHeight: 1.25 } }}
                    onClick={() => onAdd(kind)}
                  >
                    {kind.label}
                  </Button>
                ))}
            </SimpleGrid>
          </section>
        ))}
      </Stack>
    </Modal>
  );
}
