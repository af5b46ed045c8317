import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import { isEmail, useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { admin } from '../app/client.ts';
import { Splash } from '../app/Splash.tsx';
import { enter } from '../app/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { focusFirstError } from '../ui/form-errors.ts';
import { Entrance } from './Entrance.tsx';
import { PasswordStrength } from './PasswordStrength.tsx';
import { LEAST_PASSWORD_LENGTH } from './password-strength.ts';

/** The one-time link: makes the first owner, or sets the password of a person who was invited. */
export function SetUp() {
  const token = useToken();
  const setup = useQuery({ queryKey: ['setup'], queryFn: () => admin.needsSetup() });
  if (setup.isPending) return <Splash />;
  if (setup.isError) {
    return (
      <Entrance title="Set-up" lead="The server could not be asked.">
        <ErrorState error={setup.error} retry={() => setup.refetch()} />
      </Entrance>
    );
  }
  if (token === null) return <LinkMissing needed={setup.data} />;
  return <SetUpForm token={token} isFirst={setup.data} />;
}

function LinkMissing({ needed }: { needed: boolean }) {
  if (!needed) {
    return (
      <Entrance title="Already set up" lead="This installation has an owner.">
        <Button component={Link} to="/sign-in">
          Sign in
        </Button>
      </Entrance>
    );
  }
  return (
    <Entrance title="Waiting for its owner" lead="Portico runs, but nobody owns it yet.">
      <Text size="sm">
        When the server started it printed a <strong>one-time set-up link</strong>. Open that link to choose your e-mail
        address and password.
      </Text>
      <Text size="sm">
        No link at hand? On the server run <code>npm run -s portico -- owner create --email you@example.com</code>.
      </Text>
    </Entrance>
  );
}

function SetUpForm({ token, isFirst }: { token: string; isFirst: boolean }) {
  const navigate = useNavigate();
  const form = useForm({
    initialValues: { email: '', siteName: '', password: '', again: '' },
    validate: {
      email: isFirst ? isEmail('Enter an e-mail address.') : undefined,
      password: (value) =>
        value.length < LEAST_PASSWORD_LENGTH ? `Use at least ${LEAST_PASSWORD_LENGTH} characters.` : null,
      again: (value, values) => (value === values.password ? null : 'The two passwords differ.'),
    },
  });
  const complete = useMutation({
    mutationFn: async ({ email, siteName, password }: typeof form.values) =>
      enter(
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
    <Entrance
      title={isFirst ? 'Set up Portico' : 'Choose your password'}
      lead={isFirst ? 'You will be the owner of this installation.' : 'Then you are signed in.'}
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
              I have a password already
            </Anchor>
          )}
        </Stack>
      </form>
    </Entrance>
  );
}

/** The link may also be opened in a tab that shows this screen already: then only what is behind the # changes. */
function useToken(): string | null {
  const [token, setToken] = useState(readToken);
  useEffect(() => {
    const take = () => {
      setToken((before) => readToken() ?? before);
      clearToken();
    };
    take();
    window.addEventListener('hashchange', take);
    return () => window.removeEventListener('hashchange', take);
  }, []);
  return token;
}

/** The token stands behind the #, which browsers keep out of requests, logs and Referer. */
const readToken = (): string | null => new URLSearchParams(window.location.hash.slice(1)).get('token') || null;

/** It leaves the address bar, and with it the history of a shared browser. */
function clearToken(): void {
  if (window.location.hash) window.history.replaceState(window.history.state, '', window.location.pathname);
}
