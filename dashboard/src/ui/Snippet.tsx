import { CopyIcon } from './CopyField.tsx';
import classes from './Snippet.module.css';

/** A block of code with a button to copy it. */
export function Snippet({ label, code }: { label: string; code: string }) {
  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard */}
      <section className={classes.scroll} aria-label={label} tabIndex={0}>
        <pre className={classes.code}>
          <code>{code}</code>
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyIcon value={code} label={`Copy: ${label}`} />
      </div>
    </div>
  );
}
