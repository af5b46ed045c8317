import { Button, Text } from '@mantine/core';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { fileLinkQuery } from '../queries.ts';
import classes from './Submission.module.css';

interface SubmittedFile {
  readonly fileId: string;
  readonly displayName: string;
}

/** Returns the files in a value, or an empty list if it contains none. */
export function filesOf(value: unknown): readonly SubmittedFile[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry) => {
    const { fileId, displayName, url } = (entry ?? {}) as Record<string, unknown>;
    const isFile = typeof fileId === 'string' && typeof url === 'string';
    return isFile ? [{ fileId, displayName: typeof displayName === 'string' ? displayName : fileId }] : [];
  });
}

/** Lists the files of a submission with previews and downloads. The URLs are signed and expire. */
export const FileList = ({ files }: { files: readonly SubmittedFile[] }) => (
  <ul className={classes.files}>
    {files.map((file) => (
      <FileRow key={file.fileId} file={file} />
    ))}
  </ul>
);

/** The signed URLs expire after ten minutes, so they are fetched again earlier. */
const REFRESH_MS = 240_000;

function FileRow({ file }: { file: SubmittedFile }) {
  const link = useQuery({ ...fileLinkQuery(file.fileId), refetchInterval: REFRESH_MS });
  return (
    <li className={classes.file}>
      {link.data?.thumbnailUrl ? (
        <img className={classes.picture} src={link.data.thumbnailUrl} alt={`Preview of ${file.displayName}`} />
      ) : (
        <IconFile size={22} stroke={1.5} aria-hidden />
      )}
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {file.displayName}
        {link.isError && (
          <Text span size="xs" c="dimmed" display="block">
            The file is not available.
          </Text>
        )}
      </Text>
      {link.data && (
        <Button
          component="a"
          href={link.data.url}
          download={file.displayName}
          size="compact-sm"
          variant="default"
          className={classes.screenOnly}
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={`Download ${file.displayName}`}
        >
          Download
        </Button>
      )}
    </li>
  );
}
