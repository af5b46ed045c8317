import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '@portico/domain/passwords';
import '@mantine/core/styles/PasswordInput.css';
import { isEmail, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { admin } from '../app/client.ts';
import { Splash } from '../app/Splash.tsx';
import { startSession } from '../app/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { focusFirstError } from '../ui/form-errors.ts';
import { PasswordStrength } from './PasswordStrength.tsx';
import { SignedOutLayout } from './SignedOutLayout.tsx';

/** The screen that a one-time link opens. It creates the first owner, or sets the password of an invited person. */
export function SetUp() {
  const token = useToken();
  const setup = useQuery({ queryKey: ['setup'], queryFn: () => admin.needsSetup() });
  if (setup.isPending) return <Splash />;
  if (setup.isError) {
    return (
      <SignedOutLayout title="Set up Portico" lead="The server does not respond.">
        <ErrorState error={setup.error} retry={() => setup.refetch()} />
      </SignedOutLayout>
    );
  }
  if (token === null) return <LinkMissing isNeeded={setup.data} />;
  return <SetUpForm token={token} isFirst={setup.data} />;
}

function LinkMissing({ isNeeded }: { isNeeded: boolean }) {
  if (!isNeeded) {
    return (
      <SignedOutLayout title="Already set up" lead="This installation already has an owner.">
        <Button component={Link} to="/sign-in">
          Sign in
        </Button>
      </SignedOutLayout>
    );
  }
  return (
    <SignedOutLayout title="Waiting for its owner" lead="Portico is running, but it has no owner yet.">
      <Text size="sm">
        When the server started, it printed a <strong>one-time set-up link</strong>. Open that link to choose your
        e-mail address and password.
      </Text>
      <Text size="sm">
        You cannot find the link? Run this command on the server:{' '}
        <code>npm run -s portico -- owner create --email you@example.com</code>.
      </Text>
    </SignedOutLayout>
  );
}

function SetUpForm({ token, isFirst }: { token: string; isFirst: boolean }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { email: '', siteName: '', password: '', again: '' },
    validate: {
      email: isFirst ? isEmail('Enter an e-mail address.') : undefined,
      password: (value) =>
        value.length < MIN_PASSWORD_LENGTH ? `Use at least ${MIN_PASSWORD_LENGTH} characters.` : null,
      again: (value, values) => (value === values.password ? null : 'The two passwords differ.'),
    },
  });
  const complete = useMutation({
    mutationFn: async ({ email, siteName, password }: typeof form.values) =>
      startSession(
        await admin.completeSetup({
          token,
          password,
          ...(isFirst ? { email } : {}),
          ...(isFirst && siteName.trim() ? { siteName: siteName.trim() } : {}),
        }),
      ),
    onSuccess: () => navigate('/', { replace: true }),
  });
  return (
    <SignedOutLayout
      title={isFirst ? 'Set up Portico' : 'Choose your password'}
      lead={isFirst ? 'You will be the owner of this installation.' : 'You will be signed in afterwards.'}
    >
      <form onSubmit={form.onSubmit((values) => complete.mutate(values), focusFirstError)} noValidate>
        <Stack>
          {complete.error && <ErrorState error={complete.error} />}
          {isFirst && (
            <>
              <TextInput
                label="E-mail"
                type="email"
                autoComplete="username"
                required
                {...form.getInputProps('email')}
              />
              <TextInput
                label="Name of the site"
                placeholder="My site"
                maxLength={100}
                {...form.getInputProps('siteName')}
              />
            </>
          )}
          <div>
            <PasswordInput
              label="Password"
              autoComplete="new-password"
              required
              visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
              {...form.getInputProps('password')}
            />
            <PasswordStrength password={form.values.password} />
          </div>
          <PasswordInput
            label="Password again"
            autoComplete="new-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the second password', tabIndex: 0 }}
            {...form.getInputProps('again')}
          />
          <Button type="submit" loading={complete.isPending}>
            {isFirst ? 'Make me the owner' : 'Save and sign in'}
          </Button>
          {!isFirst && (
            <Anchor component={Link} to="/sign-in" size="sm">
              I already have a password
            </Anchor>
          )}
        </Stack>
      </form>
    </SignedOutLayout>
  );
}

/**
 * Reads the token from the link. Also listens to `hashchange`, because another link that is opened in the same tab
 * changes only the URL fragment and does not reload the page.
 */
function useToken(): string | null {
  const [token, setToken] = useState(readToken);
  useEffect(() => {
    const takeToken = () => {
      setToken((before) => readToken() ?? before);
      clearToken();
    };
    takeToken();
    window.addEventListener('hashchange', takeToken);
    return () => window.removeEventListener('hashchange', takeToken);
  }, []);
  return token;
}

/** The token is in the URL fragment, which browsers do not send in requests or the Referer header. */
const readToken = (): string | null => new URLSearchParams(window.location.hash.slice(1)).get('token') || null;

/** Removes the token from the address bar and the history, which others may see in a shared browser. */
function clearToken(): void {
  if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname);
}
