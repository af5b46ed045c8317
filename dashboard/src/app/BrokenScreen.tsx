import { Container, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import { ErrorState } from '../ui/ErrorState.tsx';

/** A screen that could not be drawn, or whose code could not be loaded (a newer version was put in place). */
export function BrokenScreen() {
  const error = useRouteError();
  return (
    <Container component="main" py="xl">
      <Title order={1} mb="md">
        This screen cannot be shown
      </Title>
      <ErrorState error={error} retry={() => window.location.reload()} />
    </Container>
  );
}
