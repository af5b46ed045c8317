import { Anchor, Button, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'react-router';
import { useRights } from '../app/rights.ts';
import { useSignedIn } from '../app/session.ts';
import { Page } from '../ui/Page.tsx';
import { QueryView } from '../ui/QueryView.tsx';
import { FieldList } from './FieldList.tsx';
import { formEditPathOf, shareUrlOf } from './form-urls.ts';
import { Inbox } from './inbox/Inbox.tsx';
import { formQuery } from './queries.ts';

const back = { to: '/forms', label: 'Forms' };

/** Shows the submissions and the fields of one form. */
export function Form() {
  const { formId = '' } = useParams();
  const { site } = useSignedIn();
  const { mayEdit } = useRights();
  const [search, setSearch] = useSearchParams();
  const form = useQuery(formQuery(formId));
  if (!form.data) {
    return (
      <Page title="Form" back={back}>
        <QueryView query={form}>{() => null}</QueryView>
      </Page>
    );
  }
  const url = shareUrlOf(site, formId);
  const editButton = mayEdit && (
    <Button
      component={Link}
      to={formEditPathOf(formId)}
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
    >
      Edit form
    </Button>
  );
  const tab = search.get('tab') === 'fields' ? 'fields' : 'submissions';
  return (
    <Page
      title={form.data.name || 'Untitled form'}
      back={back}
      actions={editButton}
      description={
        <>
          Visitors can fill in this form at{' '}
          <Anchor href={url} target="_blank" rel="noreferrer" inherit style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Anchor>
        </>
      }
    >
      <Tabs value={tab} onChange={(next) => setSearch(next === 'fields' ? { tab: next } : {})} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="submissions">Submissions</Tabs.Tab>
          <Tabs.Tab value="fields">Fields</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="submissions" pt="lg">
          <Inbox form={form.data} key={formId} />
        </Tabs.Panel>
        <Tabs.Panel value="fields" pt="lg">
          <FieldList form={form.data} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
