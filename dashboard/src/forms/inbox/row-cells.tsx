import { Anchor } from '@mantine/core';
import { askedFields } from '../form-fields.ts';
import type { SiteForm } from '../queries.ts';
import classes from './columns.module.css';
import { summaryOf } from './columns.tsx';

/** Opens what the row holds. */
export const ReadButton = ({ children, onClick }: { children: string; onClick: () => void }) => (
  <Anchor component="button" type="button" inherit className={classes.when} onClick={onClick}>
    {children}
  </Anchor>
);

interface SummaryCellProps {
  entry: Parameters<typeof summaryOf>[0];
  form: SiteForm | undefined;
}

/** The first answers, as long as there is room. */
export const SummaryCell = ({ entry, form }: SummaryCellProps) => (
  <span className={classes.value}>{summaryOf(entry, form ? askedFields(form) : [])}</span>
);
