import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { admin } from '../app/client.ts';
import { notifySuccess } from '../app/notify.ts';
import { queryClient } from '../app/query-client.ts';
import { useRights } from '../app/rights.ts';
import { CopyField } from '../ui/CopyField.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { formatDateTime } from '../ui/format.ts';
import { QueryView } from '../ui/QueryView.tsx';
import { askedFields, valueText } from './form-fields.ts';
import { type SiteForm, type Submission, submissionQuery } from './queries.ts';
import classes from './SubmissionDrawer.module.css';
import { SubmissionState } from './SubmissionState.tsx';
import { trashSubmission } from './trash.ts';

interface SubmissionDrawerProps {
  form: SiteForm;
  submissionId: string | null;
  onClose: () => void;
}

/** One submission, whole. */
export function SubmissionDrawer({ form, submissionId, onClose }: SubmissionDrawerProps) {
  const submission = useQuery(submissionQuery(submissionId));
  return (
    <Drawer opened={submissionId !== null} onClose={onClose} title="Submission">
      <QueryView query={submission}>{(one) => <Letter form={form} submission={one} onClose={onClose} />}</QueryView>
    </Drawer>
  );
}

function Letter({ form, submission, onClose }: { form: SiteForm; submission: Submission; onClose: () => void }) {
  const { mayEdit } = useRights();
  useMarkAsSeen(submission, mayEdit);
  const confirm = useMutation({
    mutationFn: () =>
      admin.call('forms.submissions.confirm', {
        query: { submissionId: submission.id },
        body: { submissionId: submission.id },
      }),
    onSuccess: () => {
      notifySuccess('The submission is confirmed.');
      return queryClient.invalidateQueries({ queryKey: ['submissions'] });
    },
  });
  const fields = askedFields(form);
  const known = new Set(fields.map((field) => field.target));
  const others = Object.keys(submission.submissions).filter((target) => !known.has(target));
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Group gap="xs">
          <SubmissionState status={submission.status} />
          <Text size="sm" c="dimmed">
            {formatDateTime(submission.createdDate)}
          </Text>
        </Group>
        {submission.status === 'PENDING' && mayEdit && (
          <Button size="xs" onClick={() => confirm.mutate()} loading={confirm.isPending}>
            Confirm
          </Button>
        )}
      </Group>
      {confirm.error && <ErrorState error={confirm.error} />}
      <dl className={classes.values}>
        {fields.map((field) => (
          <div key={field.id}>
            <dt>{field.label}</dt>
            <dd>{valueText(field, submission.submissions[field.target]) || <Nothing />}</dd>
          </div>
        ))}
        {others.map((target) => (
          <div key={target}>
            <dt>{target}</dt>
            <dd>{valueText(undefined, submission.submissions[target]) || <Nothing />}</dd>
          </div>
        ))}
      </dl>
      <Sender submission={submission} />
      <CopyField label="Submission id" value={submission.id} />
      {mayEdit && (
        <Button
          variant="default"
          leftSection={<IconTrash size={16} aria-hidden />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => {
            onClose();
            trashSubmission(submission.id);
          }}
        >
          Delete
        </Button>
      )}
    </Stack>
  );
}

const Nothing = () => (
  <Text span inherit c="dimmed">
    Nothing
  </Text>
);

function Sender({ submission: { submitter } }: { submission: Submission }) {
  if (submitter.memberId) {
    return (
      <Text size="sm">
        Sent by a member:{' '}
        <Link to={`/members?open=${encodeURIComponent(submitter.memberId)}`} className={classes.link}>
          see the profile
        </Link>
      </Text>
    );
  }
  if (submitter.visitorId) return <Text size="sm">Sent by a visitor who was not signed in.</Text>;
  return <Text size="sm">Sent by {submitter.userId ? 'somebody who works on the site' : 'a program'}.</Text>;
}

/** Opening a submission takes the mark “new” from it. A failure is not worth a message: the mark stays. */
function useMarkAsSeen({ id, formId, seen }: Submission, mayEdit: boolean): void {
  const { mutate } = useMutation({
    mutationFn: (body: { ids: string[]; formId: string }) => admin.call('forms.submissions.bulkMarkAsSeen', { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['submissions'] }),
  });
  useEffect(() => {
    if (!seen && mayEdit) mutate({ ids: [id], formId });
  }, [id, formId, seen, mayEdit, mutate]);
}
