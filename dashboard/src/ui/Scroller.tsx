import type { ReactNode } from 'react';
import classes from './Scroller.module.css';

/** Wide content scrolls in this frame instead of widening the page. The frame is focusable, so that arrow keys scroll it. */
export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
    <section className={classes.frame} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
