import { Alert } from '@mantine/core';
import { IconMail, IconMailOff } from '@tabler/icons-react';
import type { Delivery } from './queries.ts';

/** Explains which server sends the mails, unless the site has its own mail server. */
export function DeliveryNote({ delivery }: { delivery: Delivery }) {
  if (delivery === 'SITE') return null;
  if (delivery === 'ENVIRONMENT') {
    return (
      <Alert
        color="verdigris"
        icon={<IconMail aria-hidden />}
        title="Mails are sent through the mail server of this installation"
      >
        The person who runs the installation has set it for all sites. If you enter a mail server here, it is used
        instead.
      </Alert>
    );
  }
  return (
    <Alert color="yellow" icon={<IconMailOff aria-hidden />} title="No mail is sent yet">
      No mail server is set. Mails wait in the outbox, where you can read them. Enter a mail server, then send them from
      there.
    </Alert>
  );
}
