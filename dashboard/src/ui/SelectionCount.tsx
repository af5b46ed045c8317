import { Button, Text } from '@mantine/core';
import { formatNumber } from './format.ts';

interface SelectionCountProps {
  /** Number of selected rows. */
  total: number;
  isAll: boolean;
  /** Number of rows on all pages; null if there is only one page, or not all rows of the page are selected. */
  totalOnAllPages: number | null;
  onChange: (selectsAll: boolean) => void;
}

/** Shows how many rows are selected, with a button that extends the selection to the rows of all pages. */
export function SelectionCount({ total, isAll, totalOnAllPages: totalOfAll, onChange }: SelectionCountProps) {
  return (
    <>
      <Text size="sm" fw={500} role="status">
        {formatNumber(total)} selected
      </Text>
      {totalOfAll !== null && (
        <Button size="xs" variant="subtle" onClick={() => onChange(!isAll)}>
          {isAll ? 'Select only this page' : `Select all ${formatNumber(totalOfAll)}`}
        </Button>
      )}
    </>
  );
}
