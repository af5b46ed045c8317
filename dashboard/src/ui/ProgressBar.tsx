import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.css';
import { useReducedMotion } from '@mantine/hooks';

interface ProgressBarProps {
  label: string;
  /** From 0 to 100. */
  percent: number;
  /** True for a share of something, as opposed to work in progress. */
  isStill?: boolean;
}

/**
 * A bar with the role of a progress bar on its track. Mantine puts the role on the filled section, which has no width
 * at 0 % and is therefore hidden from assistive technology.
 */
export function ProgressBar({ label, percent, isStill = false }: ProgressBarProps) {
  const reducesMotion = useReducedMotion();
  return (
    <Progress.Root
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
    >
      <Progress.Section value={percent} withAria={false} animated={!isStill && !reducesMotion} />
    </Progress.Root>
  );
}
