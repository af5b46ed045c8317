import { Anchor, Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { admin } from '../app/client.ts';
import { useRights } from '../app/rights.ts';
import { CopyField } from '../ui/CopyField.tsx';
import { formatDateTime } from '../ui/format.ts';
import { QueryView } from '../ui/QueryView.tsx';
import { useGuardedClose } from '../ui/UnsavedChanges.tsx';
import { useRemoval } from '../ui/use-removal.tsx';
import { ContactFacts } from './ContactFacts.tsx';
import { ContactForm } from './ContactForm.tsx';
import { nameOfContact } from './contact-values.ts';
import { type Contact, type ContactLabel, contactQuery, contactSubmissionsQuery } from './queries.ts';

interface ContactDrawerProps {
  /** Null if the drawer is closed. */
  contactId: string | null;
  labels: readonly ContactLabel[];
  onClose: () => void;
}

/** Shows all data of a contact, with buttons to edit and delete it. */
export function ContactDrawer({ contactId, labels, onClose }: ContactDrawerProps) {
  const contact = useQuery(contactQuery(contactId));
  const [isDirty, setIsDirty] = useState(false);
  const { close, question } = useGuardedClose(isDirty && contactId !== null, () => {
    setIsDirty(false);
    onClose();
  });
  return (
    <>
      <Drawer
        opened={contactId !== null}
        onClose={close}
        title={contact.data ? nameOfContact(contact.data) : 'Contact'}
      >
        <QueryView query={contact}>
          {(loaded) => (
            <Details key={loaded.id} contact={loaded} labels={labels} onDirty={setIsDirty} onDeleted={onClose} />
          )}
        </QueryView>
      </Drawer>
      {question}
    </>
  );
}

interface DetailsProps {
  contact: Contact;
  labels: readonly ContactLabel[];
  onDirty: (isDirty: boolean) => void;
  onDeleted: () => void;
}

function Details({ contact, labels, onDirty, onDeleted }: DetailsProps) {
  const { mayEdit } = useRights();
  const [isEditing, setIsEditing] = useState(false);
  const removal = useRemoval<Contact>({
    title: 'Delete this contact?',
    action: 'Delete contact',
    consequence: (contact) => `${nameOfContact(contact)} is deleted for good. Their submissions stay.`,
    remove: async ({ id }) => {
      await admin.call('contacts.contacts.delete', { query: { contactId: id } });
      onDeleted();
    },
    successMessage: (contact) => `The contact “${nameOfContact(contact)}” is deleted.`,
    invalidates: 'contacts',
  });
  const stop = () => {
    onDirty(false);
    setIsEditing(false);
  };
  if (isEditing) {
    return <ContactForm contact={contact} labels={labels} onDirty={onDirty} onCancel={stop} onSaved={stop} />;
  }
  return (
    <Stack gap="lg">
      {mayEdit && (
        <Group gap="xs" justify="flex-end">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPencil size={14} aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            Edit
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => removal.ask(contact)}
          >
            Delete
          </Button>
        </Group>
      )}
      <ContactFacts contact={contact} labels={labels} />
      <Submissions contactId={contact.id} />
      <CopyField label="Contact id" value={contact.id} />
      {removal.question}
    </Stack>
  );
}

function Submissions({ contactId }: { contactId: string }) {
  const submissionsQuery = useQuery(contactSubmissionsQuery(contactId));
  return (
    <section aria-labelledby="contact-submissions">
      <Title order={3} size="h5" mb="xs" id="contact-submissions">
        Submissions
      </Title>
      <QueryView query={submissionsQuery}>
        {({ submissions, names, hasMore }) =>
          submissions.length === 0 ? (
            <Text size="sm" c="dimmed">
              No submissions.
            </Text>
          ) : (
            <Stack gap={6}>
              {submissions.map(({ id, formId, createdDate }) => (
                <Group key={id} gap={6}>
                  <Anchor component={Link} size="sm" to={`/inbox?open=${encodeURIComponent(id)}`}>
                    {names.get(formId) || 'A form'}
                  </Anchor>
                  <Text size="sm" c="dimmed">
                    {formatDateTime(createdDate)}
                  </Text>
                </Group>
              ))}
              {hasMore && (
                <Text size="sm" c="dimmed">
                  Older submissions are not shown.
                </Text>
              )}
            </Stack>
          )
        }
      </QueryView>
    </section>
  );
}
