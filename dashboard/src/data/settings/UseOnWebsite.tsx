import { Alert, Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useSignedIn } from '../../app/session.ts';
import { CodeSnippets } from '../../ui/CodeSnippets.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Section } from '../../ui/Section.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import { collectionPathOf } from '../address.ts';
import { nameFieldOf } from '../item-names.ts';
import { useCollection } from './CollectionSettings.tsx';
import { collectionComponent, collectionTag, itemsModule } from './collection-code.ts';

/** Shows the code that lists the items of a collection: for any website, for the SDK, and for React. */
export function UseOnWebsite() {
  const collection = useCollection();
  const { site } = useSignedIn();
  const shownCollection = { id: collection.id, nameKey: nameFieldOf(collection)?.key };
  const client = (
    <>
      To create <code>portico.ts</code>, open{' '}
      <Anchor component={Link} to="/settings/connect" inherit td="underline">
        Settings, Connect your site
      </Anchor>
      .
    </>
  );
  return (
    <Stack gap="xl" maw={760}>
      {collection.permissions?.read !== 'ANYONE' && (
        <Alert color="yellow" title="Visitors cannot read this collection">
          The code below shows items only to those who may read them. Let everybody read them under{' '}
          <Anchor
            component={Link}
            to={`${collectionPathOf(collection.id)}/settings/permissions`}
            inherit
            td="underline"
          >
            Permissions
          </Anchor>
          .
        </Alert>
      )}
      <Section
        title="Any website"
        lead="Paste this where the list belongs, for example into an HTML block of WordPress. Visitors see the items page by page."
      >
        <Snippet label="Code for any website" code={collectionTag(site, shownCollection)} />
        <Anchor href="/docs/embeds#collections" target="_blank" size="sm">
          Choose fields, order and layout
        </Anchor>
      </Section>
      <Section
        title="JavaScript"
        lead={<>For developers: this code reads items with the client of your app. {client}</>}
      >
        <CodeSnippets snippets={[itemsModule(shownCollection)]} />
      </Section>
      <Section
        title="React"
        lead={<>For developers: this component lists the items, with a button for the next page. {client}</>}
      >
        <CodeSnippets snippets={[collectionComponent(shownCollection)]} />
        <CopyField label="Collection id" value={collection.id} />
      </Section>
    </Stack>
  );
}
