import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '@portico/domain/passwords';
import '@mantine/core/styles/PasswordInput.css';
import { isNotEmpty, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { fieldErrorsOf, focusFirstError } from '../../ui/form-errors.ts';
import { Section } from '../../ui/Section.tsx';
import { PasswordStrength } from '../PasswordStrength.tsx';

export function ChangePassword({ email }: { email: string }) {
  const form = useForm({
    initialValues: { currentPassword: '', newPassword: '', again: '' },
    validate: {
      currentPassword: isNotEmpty('Enter your current password.'),
      newPassword: (value) =>
        value.length < MIN_PASSWORD_LENGTH ? `Use at least ${MIN_PASSWORD_LENGTH} characters.` : null,
      again: (value, values) => (value === values.newPassword ? null : 'The two passwords differ.'),
    },
  });
  const change = useMutation({
    mutationFn: ({ currentPassword, newPassword }: typeof form.values) =>
      admin.call('sites.account.changePassword', { body: { currentPassword, newPassword } }),
    onSuccess: () => {
      form.reset();
      notifySuccess('Your password is changed. You are signed out everywhere else.');
      return queryClient.invalidateQueries({ queryKey: ['own-sessions'] });
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, fieldOf) ?? {}),
  });
  const isShownAboveForm = change.error && fieldErrorsOf(change.error, fieldOf) === null;
  return (
    <Section title="Password" lead="A new password signs you out everywhere except here.">
      <form onSubmit={form.onSubmit((values) => change.mutate(values), focusFirstError)} noValidate>
        <Stack maw={420}>
          {isShownAboveForm && <ErrorState error={change.error} />}
          {/* Password managers store the new password under this name. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            required
            visibilityToggleButtonProps={visibilityToggle('current')}
            {...form.getInputProps('currentPassword')}
          />
          <div>
            <PasswordInput
              label="New password"
              autoComplete="new-password"
              required
              visibilityToggleButtonProps={visibilityToggle('new')}
              {...form.getInputProps('newPassword')}
            />
            <PasswordStrength password={form.values.newPassword} />
          </div>
          <PasswordInput
            label="Repeat the new password"
            autoComplete="new-password"
            required
            visibilityToggleButtonProps={visibilityToggle('repeated')}
            {...form.getInputProps('again')}
          />
          <Group>
            <Button type="submit" loading={change.isPending}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

const fieldOf = (path: string): string | undefined =>
  ['currentPassword', 'newPassword'].includes(path) ? path : undefined;

const visibilityToggle = (which: string) => ({ 'aria-label': `Show or hide the ${which} password`, tabIndex: 0 });
