import { Alert, Anchor, Stack } from '@mantine/core';
import { Link } from 'react-router';
import { useSignedIn } from '../../app/session.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { embedScript, escapeHtml } from '../../ui/embed-code.ts';
import { Section } from '../../ui/Section.tsx';
import { Snippet } from '../../ui/Snippet.tsx';
import { shareUrlOf } from '../form-urls.ts';
import type { SiteForm } from '../queries.ts';
import { QrCode } from './QrCode.tsx';

/** Shows how to share the form: by a link, a QR code, or code for websites. */
export function ShareTab({ form }: { form: SiteForm }) {
  const { site } = useSignedIn();
  const url = shareUrlOf(site, form.id);
  const script = embedScript(site);
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
        <Snippet
          label="Code for any website"
          code={`${script}
<portico-form form="${form.id}">
  <a href="${url}">${escapeHtml(form.name || 'Form')}</a>
</portico-form>`}
        />
        {captchaRequired && allowedOrigins.length === 0 && (
          <Alert color="yellow" title="This form asks for a captcha">
            Other websites can only link to it. To show it there in a frame, add them under {settings}.
          </Alert>
        )}
      </Section>
      <Section
        title="Frame"
        lead="A frame also works without scripts. The second line fits it to the height of the form."
      >
        <Snippet
          label="Code for a frame"
          code={`<iframe src="${url}/frame" title="${escapeHtml(form.name || 'Form')}" width="100%" height="600" style="border: 0"></iframe>
${script}`}
        />
        {allowedOrigins.length === 0 && (
          <Alert color="yellow" title="No website may show the form in a frame yet">
            Add the addresses of your websites under {settings}.
          </Alert>
        )}
      </Section>
      <Section
        title="React"
        lead="For developers: this code shows the form in a React app. To create the client, open Settings, then Connect your site."
      >
        <Snippet
          label="Code that shows the form"
          code={`import { Form, PorticoProvider } from '@portico/react';

<PorticoProvider client={client}>
  <Form formId="${form.id}" />
</PorticoProvider>`}
        />
        <CopyField label="Form id" value={form.id} />
      </Section>
    </Stack>
  );
}
