import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { languages } from '@portico/domain/languages';
import { findTemplateFaults, type MailTemplate } from '@portico/domain/mail';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { notifySuccess } from '../../app/notify.ts';
import { queryClient } from '../../app/query-client.ts';
import { ConfirmModal } from '../../ui/ConfirmModal.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { fieldErrorsOf, focusFirstError } from '../../ui/form-errors.ts';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { PlaceholderButtons, useInsertion } from './PlaceholderButtons.tsx';
import { type Template, templatesQuery } from './queries.ts';
import classes from './TemplateEditor.module.css';
import { TemplatePreview } from './TemplatePreview.tsx';

/** The form for the text of a mail, with a preview. */
export function TemplateForm({ template }: { template: Template }) {
  const { kind, language, own: customTemplate, builtIn, placeholders, hasLink } = template;
  const form = useForm<MailTemplate>({
    initialValues: { ...(customTemplate ?? builtIn) },
    validate: (values) => templateErrorsOf(template, values),
  });
  const insertion = useInsertion(form);
  const [isAsking, setIsAsking] = useState(false);
  const query = { kind, language };

  const showTemplate = (next: MailTemplate) => {
    form.setInitialValues(next);
    form.setValues(next);
    form.resetDirty(next);
    return queryClient.invalidateQueries({ queryKey: templatesQuery.queryKey });
  };
  const save = useMutation({
    mutationFn: (values: MailTemplate) => admin.call('sites.mail.templates.put', { query, body: { template: values } }),
    onSuccess: (saved) => {
      notifySuccess('The text is saved.');
      return showTemplate(saved.template);
    },
    onError: (error) => form.setErrors(fieldErrorsOf(error, (path) => /^template\.(\w+)/.exec(path)?.[1]) ?? {}),
  });
  const reset = useMutation({
    mutationFn: () => admin.call('sites.mail.templates.delete', { query }),
    onSuccess: (reset) => {
      setIsAsking(false);
      form.clearErrors();
      notifySuccess('The built-in text is restored.');
      return showTemplate(reset.template);
    },
  });
  const direction = { lang: language, dir: languages[language].rtl ? 'rtl' : 'ltr' } as const;
  const isDirty = form.isDirty();
  return (
    <div className={classes.columns}>
      <form onSubmit={form.onSubmit((values) => save.mutate(values), focusFirstError)} noValidate>
        <Stack>
          {save.error && Object.keys(form.errors).length === 0 && <ErrorState error={save.error} />}
          <TextInput
            label="Subject"
            required
            maxLength={200}
            {...direction}
            {...form.getInputProps('subject')}
            {...insertion.fieldProps('subject')}
          />
          <TextInput
            label="Heading"
            maxLength={200}
            {...direction}
            {...form.getInputProps('heading')}
            {...insertion.fieldProps('heading')}
          />
          <Textarea
            label="Text"
            description="An empty line begins a new paragraph."
            required
            autosize
            minRows={6}
            maxLength={5000}
            {...direction}
            {...form.getInputProps('text')}
            {...insertion.fieldProps('text')}
          />
          <PlaceholderButtons placeholders={placeholders} onInsert={insertion.insert} />
          {hasLink && (
            <TextInput
              label="Button"
              description="The label of the link in the mail."
              required
              maxLength={60}
              {...direction}
              {...form.getInputProps('button')}
              {...insertion.fieldProps('button')}
            />
          )}
          {customTemplate && (
            <Group>
              <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
                Restore the built-in text
              </Button>
            </Group>
          )}
          <SaveBar isDirty={isDirty} isPending={save.isPending} onDiscard={() => form.reset()} />
        </Stack>
      </form>
      <TemplatePreview
        template={template}
        values={form.values}
        isValid={isEmpty(templateErrorsOf(template, form.values))}
      />
      <UnsavedChanges hasChanges={isDirty && !save.isPending} />
      <ConfirmModal
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title="Restore the built-in text?"
        action="Delete my text"
        isPending={reset.isPending}
        error={reset.error}
        onConfirm={() => reset.mutate()}
      >
        <Text size="sm">Your own text of this mail in {languages[language].name} is deleted.</Text>
      </ConfirmModal>
    </div>
  );
}

function templateErrorsOf({ kind }: Template, values: MailTemplate): Record<string, string> {
  const errors: Record<string, string> = {};
  if (values.subject.trim() === '') errors.subject = 'Write a subject.';
  if (values.text.trim() === '') errors.text = 'Write a text.';
  for (const { field, description } of findTemplateFaults(kind, values)) {
    errors[field] ??= `${description.charAt(0).toUpperCase()}${description.slice(1)}.`;
  }
  return errors;
}

const isEmpty = (errors: object): boolean => Object.keys(errors).length === 0;
