import { Container, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import { ErrorState } from '../ui/ErrorState.tsx';

/** Replaces a screen that failed to render, or whose code failed to load because a newer version was deployed. */
export function BrokenScreen() {
  const error = useRouteError();
  return (
    <Container component="main" py="xl">
      <Title order={1} mb="md">
        This page cannot be shown
      </Title>
      <ErrorState error={error} retry={() => window.location.reload()} />
    </Container>
  );
}
