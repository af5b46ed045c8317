import { Stack } from '@mantine/core';
import { type FormErrors, type UseFormReturnType, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { notifySuccess } from '../../app/notify.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { fieldErrorsOf, focusFirstError } from '../../ui/form-errors.ts';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { type Settings, type SettingsChanges, saveSettings } from './queries.ts';

interface SettingsFormProps<V extends object> {
  settings: Settings;
  /** Converts settings to form values. Called initially and after each save. */
  read: (settings: Settings) => V;
  write: (values: V) => SettingsChanges;
  /** Returns error messages by form field. */
  validate?: (values: V) => FormErrors;
  /** Returns the form field for a path below `settings.`, or undefined if there is none. */
  nameOf?: (path: string) => string | undefined;
  children: (form: UseFormReturnType<V>) => ReactNode;
}

/** A form for a part of the site's settings. It asks before unsaved changes are lost. */
export function SettingsForm<V extends object>(props: SettingsFormProps<V>) {
  const { settings, read, write, validate, nameOf = () => undefined, children } = props;
  const form = useForm<V>({ initialValues: read(settings), ...(validate ? { validate } : {}) });
  const save = useMutation({
    mutationFn: (values: V) => saveSettings(write(values)),
    onSuccess: (saved) => {
      const values = read(saved);
      form.setInitialValues(values);
      form.setValues(values);
      form.resetDirty(values);
      notifySuccess('The settings are saved.');
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, (path) => nameOf(path.replace(/^settings\./, ''))) ?? {}),
  });
  const isDirty = form.isDirty();
  return (
    <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
      <Stack gap="xl">
        {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
        {children(form)}
        <SaveBar
          isDirty={isDirty}
          isPending={save.isPending}
          onDiscard={() => {
            save.reset();
            form.reset();
          }}
        />
      </Stack>
      <UnsavedChanges hasChanges={isDirty && !save.isPending} />
    </form>
  );
}
