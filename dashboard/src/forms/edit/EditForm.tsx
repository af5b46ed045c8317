import { Anchor, Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.css';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { useRights } from '../../app/rights.ts';
import { useSignedIn } from '../../app/session.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { QueryView, RowsSkeleton } from '../../ui/QueryView.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { UnsavedChanges } from '../../ui/UnsavedChanges.tsx';
import { formPathOf, shareUrlOf } from '../form-urls.ts';
import { formQuery, type SiteForm } from '../queries.ts';
import { FieldsTab } from './FieldsTab.tsx';
import { FormConflict } from './FormConflict.tsx';
import { RulesTab } from './rules/RulesTab.tsx';
import { SettingsTab } from './SettingsTab.tsx';
import { ShareTab } from './ShareTab.tsx';
import { StepsTab } from './StepsTab.tsx';
import { useDraft } from './use-draft.ts';

const Preview = lazy(async () => ({ default: (await import('./Preview.tsx')).Preview }));

const tabs = [
  { value: 'fields', label: 'Fields' },
  { value: 'pages', label: 'Pages' },
  { value: 'rules', label: 'Rules' },
  { value: 'settings', label: 'Settings' },
  { value: 'preview', label: 'Preview' },
  { value: 'share', label: 'Share' },
];

/** The form editor. Its tabs change one draft, which is saved with one call. */
export function EditForm() {
  const { formId = '' } = useParams();
  const { mayEdit } = useRights();
  const form = useQuery(formQuery(formId));
  const name = form.data?.name || 'form';
  return form.data && mayEdit ? (
    <Editor key={formId} loaded={form.data} />
  ) : (
    <Page title={`Edit ${name}`} back={{ to: formPathOf(formId), label: 'Form' }}>
      {mayEdit ? (
        <QueryView query={form}>{() => null}</QueryView>
      ) : (
        <p>You cannot change this form, because your role on this site does not allow editing.</p>
      )}
    </Page>
  );
}

function Editor({ loaded }: { loaded: SiteForm }) {
  const { site } = useSignedIn();
  const [search, setSearch] = useSearchParams();
  const { base, draft, problems, isDirty, ...draftState } = useDraft(loaded);
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? 'fields';
  const tabList = useRef<HTMLDivElement>(null);
  // On a phone the tabs are wider than the screen, so the active tab is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs whenever the tab changes
  useEffect(() => {
    tabList.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [tab]);
  const tabProps = { draft, problems, onChange: draftState.change };
  return (
    <Page
      title={`Edit ${base.name || 'form'}`}
      back={{ to: formPathOf(base.id), label: base.name || 'Form' }}
      actions={
        <Anchor href={shareUrlOf(site, base.id)} target="_blank" rel="noreferrer" size="sm">
          Open the form <IconExternalLink size={14} aria-label="in a new tab" />
        </Anchor>
      }
    >
      {draftState.conflict && (
        <FormConflict
          conflict={draftState.conflict}
          isPending={draftState.isPending}
          onKeepMine={draftState.keepMine}
          onTakeTheirs={draftState.takeTheirs}
        />
      )}
      {draftState.error && !draftState.conflict && <ErrorState error={draftState.error} />}
      <Tabs
        value={tab}
        onChange={(next) => setSearch(next && next !== 'fields' ? { tab: next } : {}, { replace: true })}
        activateTabWithKeyboard={false}
        keepMounted={false}
      >
        <Tabs.List ref={tabList} aria-label="Parts of the form" style={{ overflowX: 'auto', flexWrap: 'nowrap' }}>
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} pt="lg">
          {tab === 'fields' && <FieldsTab base={base} {...tabProps} onRemoved={draftState.rebase} />}
          {tab === 'pages' && <StepsTab {...tabProps} />}
          {tab === 'rules' && <RulesTab {...tabProps} />}
          {tab === 'settings' && <SettingsTab {...tabProps} />}
          {tab === 'preview' && (
            <Suspense fallback={<RowsSkeleton />}>
              <Preview base={base} draft={draft} />
            </Suspense>
          )}
          {tab === 'share' && <ShareTab form={base} />}
        </Tabs.Panel>
      </Tabs>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          draftState.save();
        }}
      >
        <SaveBar isDirty={isDirty} isPending={draftState.isPending} onDiscard={draftState.discard} />
      </form>
      <UnsavedChanges hasChanges={isDirty && !draftState.isPending} />
    </Page>
  );
}
