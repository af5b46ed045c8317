import { Button, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ErrorState } from '../ui/ErrorState.tsx';
import { BulkExamples } from './BulkExamples.tsx';
import { type BulkRequest, bulkPreviewQuery, startBulkChange } from './bulk-changes.ts';
import { formatItemCount } from './bulk-texts.ts';
import type { Collection } from './field-kinds.ts';

interface BulkConfirmProps {
  collection: Collection;
  request: BulkRequest;
  /** Label of the button beside the confirmation: “Back” or “Cancel”. */
  back: string;
  onBack: () => void;
  onStarted: () => void;
}

/** Shows what a change would do, and starts it once it is confirmed. */
export function BulkConfirm({ collection, request, back, onBack, onStarted }: BulkConfirmProps) {
  const preview = useQuery(bulkPreviewQuery(request));
  const start = useMutation({ mutationFn: () => startBulkChange(request), onSuccess: onStarted });
  const { change } = request;
  const total = preview.data?.total ?? 0;
  const examples = preview.data?.examples ?? [];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        start.mutate();
      }}
    >
      <Stack>
        {preview.isPending && <Loader size="sm" aria-label="Loading the preview" />}
        {preview.error && <ErrorState error={preview.error} retry={() => preview.refetch()} />}
        {start.error && <ErrorState error={start.error} />}
        {preview.data && (
          <>
            <Text size="sm">
              {formatItemCount(total)} will be {change ? 'changed' : 'deleted'}.{' '}
              {examples.length < total ? `${examples.length} of them:` : ''}
            </Text>
            <BulkExamples collection={collection} examples={examples} change={change} />
            <Text size="sm" c="dimmed">
              This can be undone for 30 days, in the recent changes of the collection.
              {change && ' Items that somebody edits in the meantime keep their newer values.'}
            </Text>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>
            {back}
          </Button>
          <Button
            type="submit"
            {...(change ? {} : { color: 'red' })}
            loading={start.isPending}
            disabled={!preview.data || total === 0}
            data-autofocus
          >
            {change ? 'Change' : 'Delete'} {preview.data ? formatItemCount(total) : ''}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
