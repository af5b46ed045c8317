import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyField } from '../../ui/CopyField.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import type { Webhook } from './queries.ts';

interface WebhookSecretProps {
  webhook: Webhook;
  secret: string | null;
  onClose: () => void;
}

/** Shows the secret or the public key with which the receiver verifies signatures. */
export function WebhookSecret({ webhook, secret, onClose }: WebhookSecretProps) {
  return (
    <Stack>
      {secret ? (
        <>
          <Text size="sm">
            Copy the secret now, because it is <strong>shown only once</strong>. Your server needs it to verify
            signatures.
          </Text>
          <CopyField label="Secret" value={secret} />
        </>
      ) : (
        <>
          <Text size="sm">
            Your server needs this public key to verify signatures. You can find it again on the page of the webhook.
          </Text>
          <Snippet label="Public key" code={webhook.publicKey ?? ''} />
        </>
      )}
      <Group justify="flex-end">
        <Button onClick={onClose}>{secret ? 'I have copied it' : 'Done'}</Button>
      </Group>
    </Stack>
  );
}
