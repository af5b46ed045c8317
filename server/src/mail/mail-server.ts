/** An SMTP server, with its decrypted password. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, after STARTTLS (required), or none */
  readonly security: 'TLS' | 'STARTTLS' | 'NONE';
  /** empty for no authentication */
  readonly user: string;
  readonly password: string;
}

/** The mail settings of the environment, for every site without settings of its own. */
export interface InstallationMail {
  readonly smtp: SmtpServer | null;
  readonly from: { readonly name: string; readonly address: string } | null;
}
