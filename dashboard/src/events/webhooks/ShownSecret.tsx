import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../../ui/CopyField.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import type { Webhook } from './queries.ts';

interface ShownSecretProps {
  webhook: Webhook;
  secret: string | null;
  onClose: () => void;
}

/** What the receiver checks signatures with. */
export function ShownSecret({ webhook, secret, onClose }: ShownSecretProps) {
  return (
    <Stack>
      {secret ? (
        <>
          <Text size="sm">
            Copy the secret now: it is <strong>shown only now</strong>. Your server checks signatures with it.
          </Text>
          <CopyField label="Secret" value={secret} />
        </>
      ) : (
        <>
          <Text size="sm">Your server checks messages with this public key. You find it again at the webhook.</Text>
          <Snippet label="Public key" code={webhook.publicKey ?? ''} />
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{secret ? 'I have copied it' : 'Done'}</Button>
      </Group>
    </Stack>
  );
}
