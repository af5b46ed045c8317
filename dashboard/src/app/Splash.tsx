import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { Mark } from './Mark.tsx';

/** While the first code and the session are on their way. */
export function Splash() {
  return (
    <Center mih="100dvh" role="status">
      <Loader size="sm" mr="md" />
      <Mark size={28} />
      <VisuallyHidden>Loading the dashboard</VisuallyHidden>
    </Center>
  );
}
