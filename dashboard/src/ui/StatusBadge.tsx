import classes from './StatusBadge.module.css';

type Tone = 'good' | 'waiting' | 'bad' | 'quiet';

/** A state in one word. Its meaning never depends on the color alone (WCAG 1.4.1). */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
