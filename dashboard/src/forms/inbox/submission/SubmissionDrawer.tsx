import { ActionIcon, Drawer, Group, Text, Tooltip } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { useOpenAfterMount, useReturnFocus } from '../../../ui/dialog-focus.ts';
import { formatNumber } from '../../../ui/format.ts';
import { QueryView, RowsSkeleton } from '../../../ui/QueryView.tsx';
import { useGuardedClose } from '../../../ui/UnsavedChanges.tsx';
import { formQuery } from '../../queries.ts';
import { type Submission, submissionQuery } from '../queries.ts';
import classes from './Submission.module.css';
import { SubmissionView } from './SubmissionView.tsx';

// The editor loads when a submission is edited for the first time.
const EditSubmission = lazy(async () => ({ default: (await import('./EditSubmission.tsx')).EditSubmission }));

interface SubmissionDrawerProps {
  submissionId: string;
  /** Ids of the list from which the submission was opened, in its order. */
  listIds: readonly string[];
  onOpen: (submissionId: string | null) => void;
}

/** Shows one submission. The keys j and k open the next and the previous submission of the list. */
export function SubmissionDrawer({ submissionId, listIds, onOpen }: SubmissionDrawerProps) {
  const submission = useQuery(submissionQuery(submissionId));
  const [isEditing, setIsEditing] = useState(false);
  const [isDirty, setIsDirty] = useState(false);
  // With the filter “New”, an opened submission leaves the list. The old order is stored to find the next submission.
  const [order, setOrder] = useState(listIds);
  if (!order.includes(submissionId) && listIds.includes(submissionId)) setOrder(listIds);
  const index = order.indexOf(submissionId);
  useReturnFocus();
  const { close, question } = useGuardedClose(isDirty, () => onOpen(null));
  const stopEditing = () => {
    setIsEditing(false);
    setIsDirty(false);
  };
  const openNeighbor = (direction: 1 | -1) => {
    const next = order[index + direction];
    if (index >= 0 && next !== undefined && !isEditing) onOpen(next);
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTextInput(event.target)) return;
    if (event.key === 'j') openNeighbor(1);
    if (event.key === 'k') openNeighbor(-1);
  };
  return (
    <>
      <Drawer
        opened={useOpenAfterMount(true)}
        onClose={close}
        size="xl"
        title={isEditing ? 'Edit submission' : 'Submission'}
        closeOnClickOutside={!isEditing}
        onKeyDown={handleKeyDown}
        classNames={{ root: classes.drawer, header: classes.screenOnly }}
      >
        {!isEditing && order.length > 1 && index >= 0 && (
          <Group gap={4} mb="md" className={classes.screenOnly}>
            <StepButton
              label="Previous submission"
              shortcut="k"
              Icon={IconChevronUp}
              isDisabled={index === 0}
              onClick={() => openNeighbor(-1)}
            />
            <StepButton
              label="Next submission"
              shortcut="j"
              Icon={IconChevronDown}
              isDisabled={index === order.length - 1}
              onClick={() => openNeighbor(1)}
            />
            <Text size="sm" c="dimmed" role="status">
              {formatNumber(index + 1)} of {formatNumber(order.length)} on this page
            </Text>
          </Group>
        )}
        <QueryView query={submission}>
          {(data) => (
            <WithForm submission={data}>
              {(form) =>
                isEditing && form ? (
                  <Suspense fallback={<RowsSkeleton />}>
                    <EditSubmission submission={data} form={form} onDirty={setIsDirty} onDone={stopEditing} />
                  </Suspense>
                ) : (
                  <SubmissionView
                    key={data.id}
                    submission={data}
                    form={form}
                    onEdit={() => setIsEditing(true)}
                    onLeaveInbox={() => onOpen(null)}
                  />
                )
              }
            </WithForm>
          )}
        </QueryView>
      </Drawer>
      {question}
    </>
  );
}

type Form = Parameters<typeof SubmissionView>[0]['form'];

/** Loads the form of a submission. If the form has been deleted, the submission is shown without it. */
function WithForm({ submission, children }: { submission: Submission; children: (form: Form) => React.ReactNode }) {
  const form = useQuery({ ...formQuery(submission.formId), retry: false });
  if (form.isPending) return <RowsSkeleton />;
  return children(form.data ?? null);
}

interface StepButtonProps {
  label: string;
  /** The keyboard shortcut of the button. */
  shortcut: string;
  Icon: typeof IconChevronUp;
  isDisabled: boolean;
  onClick: () => void;
}

const StepButton = ({ label, shortcut, Icon, isDisabled, onClick }: StepButtonProps) => (
  <Tooltip label={`${label} (${shortcut})`}>
    <ActionIcon
      variant="default"
      aria-label={label}
      aria-keyshortcuts={shortcut}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon size={17} aria-hidden />
    </ActionIcon>
  </Tooltip>
);

const isTextInput = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
