/** Error codes of accounts, sites, apps, keys and the dashboard's sign-in. */
export const sitesErrors = {
  SITE_NOT_FOUND: { status: 404, sentence: 'There is no such site.' },
  SITE_IS_FIRST: {
    status: 409,
    sentence: 'The first site uses the address of the installation and cannot be deleted.',
  },
  APP_NOT_FOUND: { status: 404, sentence: 'There is no such OAuth app.' },
  APP_IS_BUILT_IN: { status: 409, sentence: 'This app cannot be deleted, because the pages of the site use it.' },
  KEY_NOT_FOUND: { status: 404, sentence: 'There is no such API key.' },
  SETUP_LINK_INVALID: {
    status: 403,
    sentence: 'The set-up link is invalid, already used or expired. The server log shows the current one.',
  },
  OWNER_EXISTS: { status: 409, sentence: 'An owner already exists. Sign in instead.' },
  EMAIL_TAKEN: { status: 409, sentence: 'A user with this e-mail address already exists.' },
  WRONG_CREDENTIALS: { status: 401, sentence: 'The e-mail address or the password is wrong.' },
  WRONG_ORIGIN: { status: 403, sentence: 'The request came from an origin other than the dashboard.' },
  MAIL_NOT_FOUND: { status: 404, sentence: 'There is no such e-mail.' },
  MAIL_ALREADY_SENT: { status: 409, sentence: 'This mail has already been sent, and its content is no longer stored.' },
  SMTP_NOT_SET: { status: 409, sentence: 'No mail server is configured. Enter one in the settings of the site first.' },
  MAIL_NOT_SENT: { status: 424, sentence: '{reason} The mail was not sent.' },
  SITE_NEEDS_HOST_NAME: {
    status: 409,
    sentence:
      'PUBLIC_URL is {publicUrl}: additional sites need subdomains, which an IP address cannot have. Set PUBLIC_URL to a host name.',
  },
  USER_NOT_FOUND: { status: 404, sentence: 'There is no such dashboard user.' },
  SLUG_TAKEN: { status: 409, sentence: 'Another site uses the slug {slug}.' },
} as const;
