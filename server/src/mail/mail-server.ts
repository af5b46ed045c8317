/** An SMTP server, with its decrypted password. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, STARTTLS (required), or none. */
  readonly security: 'TLS' | 'STARTTLS' | 'NONE';
  /** User name; empty for no authentication. */
  readonly user: string;
  readonly password: string;
}

/** The mail settings of the environment, for every site without its own. */
export interface InstallationMail {
  readonly smtp: SmtpServer | null;
  readonly from: { readonly name: string; readonly address: string } | null;
}
