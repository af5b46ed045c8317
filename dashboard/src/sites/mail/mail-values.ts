/** The mail settings as their form holds them. */
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
  /** what is typed; empty leaves the one that is kept */
  password: string;
}

/** The usual port of each kind of connection. */
export const usualPorts: Readonly<Record<Smtp['security'], string>> = { TLS: '465', STARTTLS: '587', NONE: '25' };

export function readMail({ mail: { smtp, ...mail } }: Settings): MailValues {
  return {
    ...mail,
    hasOwnServer: smtp !== null,
    host: smtp?.host ?? '',
    port: String(smtp?.port ?? usualPorts.STARTTLS),
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
    // without a user there is nothing that a password would belong to
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

/** The server keeps a password only for the host it was given for. */
export const hasKeptPassword = ({ mail: { smtp } }: Settings, host: string): boolean =>
  smtp?.hasPassword === true && smtp.host === host.trim();

const ADDRESS = /^$|^[^\s<>",;@]+@[^\s<>",;@]+$/;

export const validateMail =
  (settings: Settings) =>
  (values: MailValues): FormErrors => {
    const address = (text: string) => (ADDRESS.test(text.trim()) ? null : 'Enter an e-mail address.');
    const ofSender = { fromAddress: address(values.fromAddress), replyTo: address(values.replyTo) };
    if (!values.hasOwnServer) return ofSender;
    const port = Number(values.port);
    const needsPassword =
      values.user.trim() !== '' && values.password === '' && !hasKeptPassword(settings, values.host);
    return {
      ...ofSender,
      host: /^[A-Za-z0-9.:_-]+$/.test(values.host.trim()) ? null : 'Enter the name of the server, as smtp.example.com.',
      port: Number.isInteger(port) && port >= 1 && port <= 65_535 ? null : 'A port is a number from 1 to 65535.',
      password: needsPassword ? 'Enter the password of this user.' : null,
    };
  };

export const mailNameOf = (path: string): string | undefined => /^mail\.(?:smtp\.)?(\w+)/.exec(path)?.[1];
