import { Center, Loader, VisuallyHidden } from '@mantine/core';
import { Logo } from './Logo.tsx';

/** Shown while the first JavaScript files and the session are loading. */
export function Splash() {
  return (
    <Center mih="100dvh" role="status">
      <Loader size="sm" mr="md" />
      <Logo size={28} />
      <VisuallyHidden>Loading the dashboard</VisuallyHidden>
    </Center>
  );
}
