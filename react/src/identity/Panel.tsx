import { type ReactNode, useEffect, useId, useRef } from 'react';

interface PanelProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Set it if the panel replaces another one: the title then receives the focus. */
  readonly focused?: boolean;
  readonly children?: ReactNode;
}

/** A titled section around a sign-in component. */
export function Panel({ title, lead, focused = false, children }: PanelProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus();
  }, [focused]);
  return (
    <section className="portico-panel" aria-labelledby={id}>
      <h2 className="portico-title" id={id} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {lead && <p className="portico-lead">{lead}</p>}
      {children}
    </section>
  );
}
