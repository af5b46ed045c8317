import { ActionIcon, Drawer, Group, Text, Tooltip } from '@mantine/core';
import '@mantine/core/styles/Drawer.css';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { useOpenOnceDrawn, useReturnedFocus } from '../../../ui/dialog-focus.ts';
import { formatNumber } from '../../../ui/format.ts';
import { QueryView, RowsSkeleton } from '../../../ui/QueryView.tsx';
import { useGuardedClose } from '../../../ui/UnsavedChanges.tsx';
import { formQuery } from '../../queries.ts';
import { type Submission, submissionQuery } from '../queries.ts';
import classes from './Letter.module.css';
import { Letter } from './Letter.tsx';

// inputs of every kind come with the first submission that is changed
const EditSubmission = lazy(async () => ({ default: (await import('./EditSubmission.tsx')).EditSubmission }));

interface SubmissionDrawerProps {
  submissionId: string;
  /** ids of the list that it was opened from, in its order */
  neighbours: readonly string[];
  onOpen: (submissionId: string | null) => void;
}

/** One submission, whole; with j and k on to the next and back. */
export function SubmissionDrawer({ submissionId, neighbours, onOpen }: SubmissionDrawerProps) {
  const submission = useQuery(submissionQuery(submissionId));
  const [isEditing, setEditing] = useState(false);
  const [isDirty, setDirty] = useState(false);
  // who reads on through what is new goes on in the list as it was, though each leaves it
  const [order, setOrder] = useState(neighbours);
  if (!order.includes(submissionId) && neighbours.includes(submissionId)) setOrder(neighbours);
  const index = order.indexOf(submissionId);
  useReturnedFocus();
  const { close, question } = useGuardedClose(isDirty, () => onOpen(null));
  const stopEditing = () => {
    setEditing(false);
    setDirty(false);
  };
  const go = (step: 1 | -1) => {
    const next = order[index + step];
    if (index >= 0 && next !== undefined && !isEditing) onOpen(next);
  };
  const readKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
    if (event.key === 'j') go(1);
    if (event.key === 'k') go(-1);
  };
  return (
    <>
      <Drawer
        opened={useOpenOnceDrawn(true)}
        onClose={close}
        size="xl"
        title={isEditing ? 'Change the submission' : 'Submission'}
        closeOnClickOutside={!isEditing}
        onKeyDown={readKey}
        classNames={{ root: classes.drawer, header: classes.screenOnly }}
      >
        {!isEditing && order.length > 1 && index >= 0 && (
          <Group gap={4} mb="md" className={classes.screenOnly}>
            <Step label="Previous submission" hint="k" Icon={IconChevronUp} isOff={index === 0} onGo={() => go(-1)} />
            <Step
              label="Next submission"
              hint="j"
              Icon={IconChevronDown}
              isOff={index === order.length - 1}
              onGo={() => go(1)}
            />
            <Text size="sm" c="dimmed" role="status">
              {formatNumber(index + 1)} of {formatNumber(order.length)} on this page
            </Text>
          </Group>
        )}
        <QueryView query={submission}>
          {(one) => (
            <WithForm submission={one}>
              {(form) =>
                isEditing && form ? (
                  <Suspense fallback={<RowsSkeleton />}>
                    <EditSubmission submission={one} form={form} onDirty={setDirty} onDone={stopEditing} />
                  </Suspense>
                ) : (
                  <Letter
                    key={one.id}
                    submission={one}
                    form={form}
                    onEdit={() => setEditing(true)}
                    onGone={() => onOpen(null)}
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

type Form = Parameters<typeof Letter>[0]['form'];

/** A form that is in the trash, or gone, still leaves its submissions to be read. */
function WithForm({ submission, children }: { submission: Submission; children: (form: Form) => React.ReactNode }) {
  const form = useQuery({ ...formQuery(submission.formId), retry: false });
  if (form.isPending) return <RowsSkeleton />;
  return children(form.data ?? null);
}

interface StepProps {
  label: string;
  /** the key that does the same */
  hint: string;
  Icon: typeof IconChevronUp;
  isOff: boolean;
  onGo: () => void;
}

const Step = ({ label, hint, Icon, isOff, onGo }: StepProps) => (
  <Tooltip label={`${label} (${hint})`}>
    <ActionIcon variant="default" aria-label={label} aria-keyshortcuts={hint} disabled={isOff} onClick={onGo}>
      <Icon size={17} aria-hidden />
    </ActionIcon>
  </Tooltip>
);

const isTyped = (target: EventTarget): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null;
