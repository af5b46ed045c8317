import { Alert, Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useSignedIn } from '../../app/session.ts';
import { CodeSnippets } from '../../ui/CodeSnippets.tsx';
import { CopyField } from '../../ui/CopyField.tsx';
import { Section } from '../../ui/Section.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import { shareUrlOf } from '../form-urls.ts';
import type { SiteForm } from '../queries.ts';
import { QrCode } from './QrCode.tsx';
import { formComponent, formFrame, formTag } from './share-code.ts';

/** Shows how to share the form: by a link, a QR code, or code for websites. */
export function ShareTab({ form }: { form: SiteForm }) {
  const { site } = useSignedIn();
  const url = shareUrlOf(site, form.id);
  const { allowedOrigins = [], captchaRequired } = form.submissionPolicy ?? {};
  const settings = (
    <Anchor component={Link} to="?tab=settings" replace inherit td="underline">
      Settings
    </Anchor>
  );
  return (
    <Stack gap="xl" maw={720}>
      <Section title="Link" lead="Everyone who has this link can fill in the form.">
        <CopyField label="Link to share" value={url} />
        <QrCode url={url} fileName={form.name || 'form'} />
      </Section>
      <Section
        title="Any website"
        lead="Paste this where the form belongs, for example into an HTML block of WordPress. The form takes on the width and font size of the page."
      >
        <Snippet label="Code for any website" code={formTag(site, form)} />
        {captchaRequired && allowedOrigins.length === 0 && (
          <Alert color="yellow" title="This form asks for a captcha">
            Other websites can only link to it. To show it there in a frame, add them under {settings}.
          </Alert>
        )}
      </Section>
      <Section title="Frame" lead="A frame also works without scripts. The script fits it to the height of the form.">
        <Snippet label="Code for a frame" code={formFrame(site, form)} />
        {allowedOrigins.length === 0 && (
          <Alert color="yellow" title="No website may show the form in a frame yet">
            Add the addresses of your websites under {settings}.
          </Alert>
        )}
      </Section>
      <Section
        title="React"
        lead={
          <>
            For developers: this component shows the form. To create <code>portico.ts</code>, open{' '}
            <Anchor component={Link} to="/settings/connect" inherit td="underline">
              Settings, Connect your site
            </Anchor>
            .
          </>
        }
      >
        <CodeSnippets snippets={[formComponent(form)]} />
        <CopyField label="Form id" value={form.id} />
      </Section>
    </Stack>
  );
}
