import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { Page } from '../ui/Page.tsx';

export function NotFound() {
  return (
    <Page title="Page not found" description="There is no page at this address. It may have been deleted or mistyped.">
      <Button component={Link} to="/" variant="default" style={{ alignSelf: 'flex-start' }}>
        Go to the home page
      </Button>
    </Page>
  );
}
