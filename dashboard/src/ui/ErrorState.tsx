import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { PorticoError } from '@portico/sdk/admin';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';

/** What went wrong, the request id for the log, and a way to try again. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const requestId = error instanceof PorticoError ? error.requestId : null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="That did not work" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{sentenceOf(error)}</Text>
        {requestId && (
          <Group gap={6}>
            <Text size="xs" span>
              Request id
            </Text>
            <Code>{requestId}</Code>
          </Group>
        )}
        {retry && (
          <Button size="xs" variant="default" leftSection={<IconRefresh size={14} aria-hidden />} onClick={retry}>
            Try again
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

/** The sentence a person reads about any error. */
export function sentenceOf(error: unknown): string {
  if (error instanceof PorticoError) {
    if (error.violations.length > 0) return error.violations.map((one) => one.description).join(' ');
    // data errors carry their code in front, for programs that see only the text
    return error.message.replace(/^WDE\d{4}: /, '') || `The server answered ${error.status}.`;
  }
  if (error instanceof TypeError) return 'The server does not answer. Check that it runs and that you are online.';
  return 'This screen met an error it did not expect. Loading it again may help.';
}
