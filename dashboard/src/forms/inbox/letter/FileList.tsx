import { Button, Text } from '@mantine/core';
import { IconDownload, IconFile } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { fileLinkQuery } from '../queries.ts';
import classes from './Letter.module.css';

interface SentFile {
  readonly fileId: string;
  readonly displayName: string;
}

/** The files of a value; none where it is of another kind. */
export function filesOf(value: unknown): readonly SentFile[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((one) => {
    const { fileId, displayName, url } = (one ?? {}) as Record<string, unknown>;
    const isFile = typeof fileId === 'string' && typeof url === 'string';
    return isFile ? [{ fileId, displayName: typeof displayName === 'string' ? displayName : fileId }] : [];
  });
}

/** Files of a submission, each with its picture where it has one, to be downloaded through an address that soon ends. */
export const FileList = ({ files }: { files: readonly SentFile[] }) => (
  <ul className={classes.files}>
    {files.map((file) => (
      <FileRow key={file.fileId} file={file} />
    ))}
  </ul>
);

/** the addresses live for ten minutes */
const REFRESH_MS = 240_000;

function FileRow({ file }: { file: SentFile }) {
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
