/** The values of the form for the mail settings. */
import type { FormErrors } from '@mantine/form';
import type { Settings, SettingsChanges } from '../settings/queries.ts';

type Smtp = NonNullable<Settings['mail']['smtp']>;

export interface MailValues {
  fromName: string;
  fromAddress: string;
  replyTo: string;
  hasOwnServer: boolean;
  host: string;
  port: string;
  security: Smtp['security'];
  user: string;
  /** '' leaves the stored password unchanged */
  password: string;
}

/** The default port of each kind of connection. */
export const defaultPorts: Readonly<Record<Smtp['security'], string>> = { TLS: '465', STARTTLS: '587', NONE: '25' };

export function readMail({ mail: { smtp, ...mail } }: Settings): MailValues {
  return {
    ...mail,
    hasOwnServer: smtp !== null,
    host: smtp?.host ?? '',
    port: String(smtp?.port ?? defaultPorts.STARTTLS),
    security: smtp?.security ?? 'STARTTLS',
    user: smtp?.user ?? '',
    password: '',
  };
}

export function writeMail(values: MailValues): SettingsChanges {
  const { fromName, fromAddress, replyTo, hasOwnServer, host, port, security, user, password } = values;
  const smtp = {
    host: host.trim(),
    port: Number(port),
    security,
    user: user.trim(),
    // Without a user the stored password is removed.
    ...(user.trim() === '' ? { password: '' } : password ? { password } : {}),
  };
  return {
    mail: {
      fromName: fromName.trim(),
      fromAddress: fromAddress.trim(),
      replyTo: replyTo.trim(),
      smtp: hasOwnServer ? smtp : null,
    },
  };
}

/** Returns true if a password is stored for this host. The server stores a password only together with its host. */
export const hasStoredPassword = ({ mail: { smtp } }: Settings, host: string): boolean =>
  smtp?.hasPassword === true && smtp.host === host.trim();

const ADDRESS_PATTERN = /^$|^[^\s<>",;@]+@[^\s<>",;@]+$/;

export const validateMail =
  (settings: Settings) =>
  (values: MailValues): FormErrors => {
    const checkAddress = (text: string) => (ADDRESS_PATTERN.test(text.trim()) ? null : 'Enter an e-mail address.');
    const senderErrors = { fromAddress: checkAddress(values.fromAddress), replyTo: checkAddress(values.replyTo) };
    if (!values.hasOwnServer) return senderErrors;
    const port = Number(values.port);
    const needsPassword =
      values.user.trim() !== '' && values.password === '' && !hasStoredPassword(settings, values.host);
    return {
      ...senderErrors,
      host: /^[A-Za-z0-9.:_-]+$/.test(values.host.trim())
        ? null
        : 'Enter the name of the server, for example smtp.example.com.',
      port: Number.isInteger(port) && port >= 1 && port <= 65_535 ? null : 'A port is a number from 1 to 65535.',
      password: needsPassword ? 'Enter the password of this user.' : null,
    };
  };

export const mailNameOf = (path: string): string | undefined => /^mail\.(?:smtp\.)?(\w+)/.exec(path)?.[1];
