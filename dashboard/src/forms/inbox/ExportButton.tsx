import { Button } from '@mantine/core';
import type { SubmissionStatus } from '@portico/domain/forms/vocabulary';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { notifyFailure, notifySuccess } from '../../app/notify.ts';
import { describeError } from '../../ui/ErrorState.tsx';
import { formatNumber } from '../../ui/format.ts';
import { saveFile } from './save-file.ts';

interface ExportButtonProps {
  form: { id: string; name?: string };
  /** Exports only submissions with this status; null for all. */
  status: SubmissionStatus | null;
}

/** Downloads the submissions of a form as a CSV file and shows how much has been received. */
export function ExportButton({ form, status }: ExportButtonProps) {
  const [kilobytes, setKilobytes] = useState(0);
  const download = useMutation({
    mutationFn: async () => {
      setKilobytes(0);
      const query = { formId: form.id, ...(status ? { statuses: [status] } : {}) };
      const response = await admin.download('forms.submissions.export', { query });
      await saveFile(response, `${form.name || 'submissions'}.csv`, (bytes) => setKilobytes(Math.ceil(bytes / 1000)));
    },
    onSuccess: () => notifySuccess('The CSV file has been saved to your downloads.'),
    onError: (error) => notifyFailure(describeError(error)),
  });
  return (
    <Button
      size="xs"
      variant="default"
      disabled={download.isPending}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => download.mutate()}
    >
      {download.isPending ? `${formatNumber(kilobytes)} kB` : 'Export CSV'}
    </Button>
  );
}
