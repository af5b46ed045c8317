import { Alert, Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useSignedIn } from '../../app/session.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { embedScript, escapeHtml } from '../../ui/embed-code.ts';
import { Section } from '../../ui/Section.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import { collectionPathOf } from '../address.ts';
import { nameFieldOf } from '../item-names.ts';
import { useCollection } from './CollectionSettings.tsx';

/** Items per page in the code. */
const LIMIT = 12;

/** Shows the code that lists the items of a collection: for any website, for the SDK, and for React. */
export function UseOnWebsite() {
  const collection = useCollection();
  const { site } = useSignedIn();
  const id = JSON.stringify(collection.id);
  const nameField = nameFieldOf(collection);
  const name = nameField ? `item[${JSON.stringify(nameField.key)}]` : 'item._id';
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
        <Snippet
          label="Code for any website"
          code={`${embedScript(site)}
<portico-collection collection="${escapeHtml(collection.id)}" limit="${LIMIT}"></portico-collection>`}
        />
        <Anchor href="/docs/embeds#collections" target="_blank" size="sm">
          Choose fields, order and layout
        </Anchor>
      </Section>
      <Section
        title="JavaScript"
        lead="For developers: this code reads the newest items. To create the client, open Settings, then Connect your site."
      >
        <Snippet
          label="Code that reads items"
          code={`const { items } = await client.items.query(${id}).descending('_createdDate').limit(${LIMIT}).find();
for (const item of items) console.log(${name});`}
        />
      </Section>
      <Section title="React" lead="This code lists the items in a React app, with a button for the next page.">
        <Snippet
          label="Code that lists items"
          code={`import { Collection, PorticoProvider } from '@portico/react';

<PorticoProvider client={client}>
  <Collection collectionId={${id}} query={(items) => items.limit(${LIMIT})}>
    {(item) => <li key={item._id}>{String(${name})}</li>}
  </Collection>
</PorticoProvider>`}
        />
        <CopyField label="Collection id" value={collection.id} />
      </Section>
    </Stack>
  );
}
