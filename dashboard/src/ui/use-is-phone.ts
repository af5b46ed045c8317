import { useMediaQuery } from '@mantine/hooks';

/** True below the width at which the navigation collapses (the theme's breakpoint `sm`). */
export const useIsPhone = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
