import { Alert } from '@mantine/core';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import type { Delivery } from './queries.ts';

/** Says through which server mails leave, where that is not the site's own. */
export function DeliveryNote({ delivery }: { delivery: Delivery }) {
  if (delivery === 'SITE') return null;
  if (delivery === 'ENVIRONMENT') {
    return (
      <Alert color="verdigris" icon={<IconMail aria-hidden />} title="Mails leave through the server’s own mail server">
        Whoever runs this server has set one for all sites. A mail server that you enter here is used in its place.
      </Alert>
    );
  }
  return (
    <Alert color="yellow" icon={<IconMailOff aria-hidden />} title="No mail leaves yet">
      No mail server is set. Mails are kept in the outbox, where you can read them; they are sent when you enter a mail
      server and send them from there.
    </Alert>
  );
}
