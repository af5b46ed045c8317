import { Alert, Anchor, Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { isEmail, useForm } from '@mantine/form';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { admin } from '../app/client.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { focusFirstError } from '../ui/form-errors.ts';
import { SignedOutLayout } from './SignedOutLayout.tsx';
import { withNext } from './SignIn.tsx';

/** Requests a link to set a new password. If there is no mail server, explains how the operator creates a link. */
export function ForgotPassword() {
  const [search] = useSearchParams();
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: isEmail('Enter your e-mail address.') },
  });
  const requestReset = useMutation({
    mutationFn: ({ email }: { email: string }) => admin.forgotPassword(email.trim()),
  });
  return (
    <SignedOutLayout title="Forgotten password" lead="We send you a link to choose a new one.">
      <form onSubmit={form.onSubmit((values) => requestReset.mutate(values), focusFirstError)} noValidate>
        <Stack>
          {requestReset.error && <ErrorState error={requestReset.error} />}
          {requestReset.data !== undefined && (
            <Outcome canSendMail={requestReset.data} email={requestReset.variables.email.trim()} />
          )}
          <TextInput label="E-mail" type="email" autoComplete="username" required {...form.getInputProps('email')} />
          <Button type="submit" loading={requestReset.isPending}>
            Send me a link
          </Button>
          <Anchor component={Link} to={`/sign-in${withNext(search)}`} size="sm">
            Back to the sign-in
          </Anchor>
        </Stack>
      </form>
    </SignedOutLayout>
  );
}

function Outcome({ canSendMail, email }: { canSendMail: boolean; email: string }) {
  if (canSendMail) {
    return (
      <Alert color="verdigris" icon={<IconCheck aria-hidden />} title="Check your mailbox" role="status">
        If {email} has an account, a link is on its way. It works once and expires after an hour.
      </Alert>
    );
  }
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="This installation cannot send mail" role="status">
      <Text size="sm">Ask the person who runs the server for a link. They create one with this command:</Text>
      <Code
        block
        mt="xs"
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >{`npm run -s portico -- owner reset-password --email ${email}`}</Code>
    </Alert>
  );
}
