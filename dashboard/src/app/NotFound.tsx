import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../ui/Page.tsx';

export function NotFound() {
  return (
    <Page title="Page not found" description="This page does not exist. It was deleted, or the address is mistyped.">
      <Button component={Link} to="/" variant="default" style={{ alignSelf: 'flex-start' }}>
        Go to the home page
      </Button>
    </Page>
  );
}
