import { CopyIcon } from './CopyField.tsx';
import classes from './Snippet.module.css';

interface SnippetProps {
  label: string;
  code: string;
  /** Wraps long lines, for text that is read rather than pasted. Otherwise, they scroll within the block. */
  wraps?: boolean;
}

/** A block of code with a button to copy it. */
export function Snippet({ label, code, wraps }: SnippetProps) {
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <pre className={classes.code} data-wraps={wraps || undefined}>
          <code>{code}</code>
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyIcon value={code} label={`Copy: ${label}`} />
      </div>
    </div>
  );
}
