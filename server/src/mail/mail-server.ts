/** A server that takes mails for delivery, its password opened. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte, after STARTTLS (refused without), or none */
  readonly security: 'TLS' | 'STARTTLS' | 'NONE';
  /** empty: no sign-in */
  readonly user: string;
  readonly password: string;
}

/** What the environment says about mail: for every site without settings of its own. */
export interface InstallationMail {
  readonly smtp: SmtpServer | null;
  readonly from: { readonly name: string; readonly address: string } | null;
}
