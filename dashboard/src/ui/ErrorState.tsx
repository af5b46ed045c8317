import { Alert, Button, Code, Group, Stack, Text } from '@mantine/core';
import { PorticoError } from '@portico/sdk/admin';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';

/** Shows an error message with the request id, which identifies the request in the log, and a button to try again. */
export function ErrorState({ error, retry }: { error: unknown; retry?: () => void }) {
  const requestId = error instanceof PorticoError ? error.requestId : null;
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="That did not work" role="alert">
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{describeError(error)}</Text>
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

/** Returns the sentence that describes an error of any kind to the user. */
export function describeError(error: unknown): string {
  // A TypeError means that the code of a part of the dashboard could not be loaded.
  if (error instanceof TypeError || (error instanceof PorticoError && error.code === 'NETWORK_ERROR'))
    return 'The server does not respond. Check that it is running and that you are online.';
  if (error instanceof PorticoError) {
    if (error.violations.length > 0) return error.violations.map(({ description }) => description).join(' ');
    // Messages of data errors start with their code, for programs that read only the message. People do not need it.
    return error.message.replace(/^WDE\d{4}: /, '') || `The server responded with status ${error.status}.`;
  }
  return 'Something unexpected went wrong on this page. Reloading it may help.';
}
