import { Stack, Text } from '@mantine/core';
import type { CodeSnippet } from './code-snippet.ts';
import classes from './Snippet.module.css';
import { Snippet } from './Snippet.tsx';

/** Shows blocks of code in the order in which developers paste them, each with its file name and an explanation. */
export const CodeSnippets = ({ snippets }: { snippets: readonly CodeSnippet[] }) =>
  snippets.map(({ label, text, code, isFile }) => (
    <Stack key={label} gap={6}>
      <Text size="sm">
        {isFile ? <b className={classes.file}>{label}</b> : <b>{label}.</b>} {text}
      </Text>
      <Snippet label={label} code={code} />
    </Stack>
  ));
