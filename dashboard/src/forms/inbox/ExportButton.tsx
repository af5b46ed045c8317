import { Button } from '@mantine/core';
import type { SubmissionStatus } from '@portico/domain/forms/vocabulary';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { admin } from '../../app/client.ts';
import { notifyFailure, notifySuccess } from '../../app/notify.ts';
import { sentenceOf } from '../../ui/ErrorState.tsx';
import { formatNumber } from '../../ui/format.ts';
import { saveFile } from './save-file.ts';

interface ExportButtonProps {
  form: { id: string; name?: string };
  /** those in this state alone; null for all */
  status: SubmissionStatus | null;
}

/** All submissions of the form as a table, with word of how much has come. */
export function ExportButton({ form, status }: ExportButtonProps) {
  const [kilobytes, setKilobytes] = useState(0);
  const work = useMutation({
    mutationFn: async () => {
      setKilobytes(0);
      const query = { formId: form.id, ...(status ? { statuses: [status] } : {}) };
      const response = await admin.download('forms.submissions.export', { query });
      await saveFile(response, `${form.name || 'submissions'}.csv`, (bytes) => setKilobytes(Math.ceil(bytes / 1000)));
    },
    onSuccess: () => notifySuccess('The table is saved among your downloads.'),
    onError: (error) => notifyFailure(sentenceOf(error)),
  });
  return (
    <Button
      size="xs"
      variant="default"
      disabled={work.isPending}
      leftSection={<IconDownload size={15} aria-hidden />}
      onClick={() => work.mutate()}
    >
      {work.isPending ? `${formatNumber(kilobytes)} kB` : 'Export CSV'}
    </Button>
  );
}
