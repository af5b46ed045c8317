import { Button } from '@mantine/core';
import { IconForms } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Empty } from '../../ui/Empty.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryView } from '../../ui/QueryView.tsx';
import { allFormsQuery } from '../queries.ts';
import { Inbox } from './Inbox.tsx';

/** The inbox with the submissions of all forms of the site. */
export function InboxPage() {
  const forms = useQuery(allFormsQuery);
  return (
    <Page title="Inbox" description="Everything that visitors have sent with your forms.">
      <QueryView query={forms}>
        {(list) =>
          list.length === 0 ? (
            <Empty
              icon={<IconForms size={36} stroke={1.5} />}
              title="No forms yet"
              action={
                <Button component={Link} to="/forms">
                  Go to forms
                </Button>
              }
            >
              Create a form first. What visitors send with it appears here.
            </Empty>
          ) : (
            <Inbox form={null} forms={list} />
          )
        }
      </QueryView>
    </Page>
  );
}
