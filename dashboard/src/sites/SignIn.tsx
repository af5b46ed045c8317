import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import { isEmail, isNotEmpty, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import { admin } from '../app/client.ts';
import { Splash } from '../app/Splash.tsx';
import { enter, useSession } from '../app/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { focusFirstError } from '../ui/form-errors.ts';
import { Entrance } from './Entrance.tsx';

export function SignIn() {
  const session = useSession();
  const [search] = useSearchParams();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: isEmail('Enter your e-mail address.'), password: isNotEmpty('Enter your password.') },
  });
  const signIn = useMutation({
    mutationFn: async (values: { email: string; password: string }) => enter(await admin.signIn(values)),
    onError: () => form.setFieldValue('password', ''),
  });

  if (session.isPending) return <Splash />;
  if (session.data?.user) return <Navigate to={placeInside(search.get('next'))} replace />;
  if (session.data?.setupNeeded) return <Navigate to="/set-up" replace />;
  return (
    <Entrance title="Sign in" lead="To the dashboard of your site.">
      <form onSubmit={form.onSubmit((values) => signIn.mutate(values), focusFirstError)} noValidate>
        <Stack>
          {signIn.error && <ErrorState error={signIn.error} />}
          <TextInput
            label="E-mail"
            type="email"
            autoComplete="username"
            required
            key={form.key('email')}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label="Password"
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <Button type="submit" loading={signIn.isPending}>
            Sign in
          </Button>
          <Anchor component={Link} to={`/forgot-password${withNext(search)}`} size="sm">
            I have forgotten my password
          </Anchor>
        </Stack>
      </form>
    </Entrance>
  );
}

/** Keeps the requested page in the address while the visitor looks at another screen before the sign-in. */
export function withNext(search: URLSearchParams): string {
  const next = search.get('next');
  return next ? `?next=${encodeURIComponent(next)}` : '';
}

/**
 * A page of the dashboard, as the browser understands the address: it ignores tabs, for example. Threat: a link to this
 * screen that leads to another website after the sign-in.
 */
function placeInside(next: string | null): string {
  const url = next?.startsWith('/') ? URL.parse(next, window.location.origin) : null;
  return url?.origin === window.location.origin ? url.pathname + url.search + url.hash : '/';
}
