import classes from './StatusBadge.module.css';

type Tone = 'good' | 'waiting' | 'bad' | 'quiet';

/** A state in one word. The word carries the meaning, the colour only helps. */
export function StatusBadge({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
