import { Alert, Anchor, Button, Code, Stack, Text, TextInput } from '@mantine/core';
import { isEmail, useForm } from '@mantine/form';
import { IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { admin } from '../app/client.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { focusFirstError } from '../ui/form-errors.ts';
import { Entrance } from './Entrance.tsx';
import { withNext } from './SignIn.tsx';

/** Asks for a link to a new password; without a mail server it says how the operator makes one. */
export function ForgotPassword() {
  const [search] = useSearchParams();
  const form = useForm({
    initialValues: { email: '' },
    validate: { email: isEmail('Enter your e-mail address.') },
  });
  const ask = useMutation({ mutationFn: ({ email }: { email: string }) => admin.forgotPassword(email.trim()) });
  return (
    <Entrance title="Forgotten password" lead="You get a link with which you choose a new one.">
      <form onSubmit={form.onSubmit((values) => ask.mutate(values), focusFirstError)} noValidate>
        <Stack>
          {ask.error && <ErrorState error={ask.error} />}
          {ask.data !== undefined && <Outcome isMailed={ask.data} email={ask.variables.email.trim()} />}
          <TextInput label="E-mail" type="email" autoComplete="username" required {...form.getInputProps('email')} />
          <Button type="submit" loading={ask.isPending}>
            Send me a link
          </Button>
          <Anchor component={Link} to={`/sign-in${withNext(search)}`} size="sm">
            Back to the sign-in
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}

function Outcome({ isMailed, email }: { isMailed: boolean; email: string }) {
  if (isMailed) {
    return (
      <Alert color="verdigris" icon={<IconCheck aria-hidden />} title="Look into your mailbox" role="status">
        If {email} has an account, a link is on its way. It works once, within an hour.
      </Alert>
    );
  }
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} title="This installation sends no mail" role="status">
      <Text size="sm">Ask the person who runs the server for a link. They make one with this command:</Text>
      <Code
        block
        mt="xs"
        style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
      >{`npm run -s portico -- owner reset-password --email ${email}`}</Code>
    </Alert>
  );
}
