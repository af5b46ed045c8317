import { Anchor, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import '@mantine/core/styles/PasswordInput.css';
import { isEmail, isNotEmpty, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import { admin } from '../app/client.ts';
import { Splash } from '../app/Splash.tsx';
import { startSession, useSession } from '../app/session.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { focusFirstError } from '../ui/form-errors.ts';
import { SignedOutLayout } from './SignedOutLayout.tsx';

export function SignIn() {
  const session = useSession();
  const [search] = useSearchParams();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: isEmail('Enter your e-mail address.'), password: isNotEmpty('Enter your password.') },
  });
  const signIn = useMutation({
    mutationFn: async (values: { email: string; password: string }) => startSession(await admin.signIn(values)),
    onError: () => form.setFieldValue('password', ''),
  });

  if (session.isPending) return <Splash />;
  if (session.data?.user) return <Navigate to={toDashboardPath(search.get('next'))} replace />;
  if (session.data?.setupNeeded) return <Navigate to="/set-up" replace />;
  return (
    <SignedOutLayout title="Sign in" lead="Sign in to the dashboard of your site.">
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
            Forgot your password?
          </Anchor>
        </Stack>
      </form>
    </SignedOutLayout>
  );
}

/** Preserves the requested page in the URL while the user moves between the screens before the sign-in. */
export function withNext(search: URLSearchParams): string {
  const next = search.get('next');
  return next ? `?next=${encodeURIComponent(next)}` : '';
}

/**
 * Returns the path to open after the sign-in, or `/` if the parameter is not a path of this origin. URL.parse
 * reads the path as the browser would; for example, it removes tabs. Threat: an open redirect to another website.
 */
function toDashboardPath(next: string | null): string {
  const url = next?.startsWith('/') ? URL.parse(next, window.location.origin) : null;
  return url?.origin === window.location.origin ? url.pathname + url.search + url.hash : '/';
}
