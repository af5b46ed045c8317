/** Generated from contract/ by npm run gen: the types of every call, by its id. */
export interface Calls {
  /** Check whether the installation waits for its first owner */
  'sites.setup.get': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { needed: boolean };
  };
  /** Create the first owner with the one-time link, or set the password of another owner */
  'sites.setup.complete': {
    query: Record<never, never>;
    body: { token: string; email?: string | undefined; password: string; siteName?: string | undefined };
    response: DashboardSession;
  };
  /** Sign in to the dashboard; sets the session cookie and returns a short-lived access token */
  'sites.session.signIn': {
    query: Record<never, never>;
    body: { email: string; password: string };
    response: DashboardSession;
  };
  /** Create a short-lived access token for the session cookie */
  'sites.session.refresh': {
    query: Record<never, never>;
    body: Empty;
    response: DashboardSession;
  };
  /** End the dashboard session */
  'sites.session.signOut': {
    query: Record<never, never>;
    body: Empty;
    response: Empty;
  };
  /** Mail a link for setting a new dashboard password; the response is the same for unknown addresses */
  'sites.account.forgotPassword': {
    query: Record<never, never>;
    body: { email: string };
    response: { isMailed: boolean };
  };
  /** Set a new password for the signed-in dashboard user; ends every other session of the user */
  'sites.account.changePassword': {
    query: Record<never, never>;
    body: { currentPassword: string; newPassword: string };
    response: Empty;
  };
  /** List the sessions of the dashboard user, last used first */
  'sites.account.sessions': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      sessions: {
        sessionId: string;
        isCurrent: boolean;
        createdDate: string;
        lastUsedDate: string;
        userAgent: string;
        address: string;
      }[];
    };
  };
  /** End a session of the dashboard user */
  'sites.account.endSession': {
    query: { sessionId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** End every session of the dashboard user, including this one */
  'sites.account.signOutEverywhere': {
    query: Record<never, never>;
    body: Empty;
    response: { ended: number };
  };
  /** Get what a page of the site needs before anybody signs in; the Host header selects the site */
  'sites.info.get': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      siteId: string;
      name: string;
      clientId: string | null;
      timeZone: string;
      starter: { collectionId: string; formId: string } | null;
    };
  };
  /** List the sites on which the signed-in dashboard user has a role */
  'sites.sites.list': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { sites: Site[] };
  };
  /** Get the current site */
  'sites.sites.get': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: SitesSitesGetResponse;
  };
  /** Change the name or the time zone of the current site */
  'sites.sites.update': {
    query: Record<never, never>;
    body: { site: { name?: string | undefined; timeZone?: string | undefined } };
    response: SitesSitesGetResponse;
  };
  /** Create a site in the account of the current one; its owners also own the new one */
  'sites.sites.create': {
    query: Record<never, never>;
    body: { site: { name: string; slug?: string | undefined; timeZone?: string | undefined } };
    response: SitesSitesGetResponse;
  };
  /** Delete the current site; it is hidden immediately and can be restored for 30 days */
  'sites.sites.delete': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { site: DeletedSite };
  };
  /** List deleted sites that the caller owned and may restore, last deleted first */
  'sites.deletedSites.list': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { sites: DeletedSite[] };
  };
  /** Restore a deleted site with all its data */
  'sites.deletedSites.restore': {
    query: { siteId: string };
    body: Empty;
    response: SitesSitesGetResponse;
  };
  /** List the OAuth apps of the current site */
  'sites.apps.list': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { apps: OAuthApp[] };
  };
  /** Create an OAuth app; only this response contains its secret */
  'sites.apps.create': {
    query: Record<never, never>;
    body: {
      app: {
        name: string;
        redirectUris?: string[] | undefined;
        redirectDomains?: string[] | undefined;
        rotateRefreshTokens?: boolean | undefined;
      };
    };
    response: { app: OAuthApp; clientSecret: string };
  };
  /** Change the properties of an OAuth app that the request contains; lists are replaced */
  'sites.apps.update': {
    query: { clientId: string };
    body: {
      app: {
        name?: string | undefined;
        redirectUris?: string[] | undefined;
        redirectDomains?: string[] | undefined;
        rotateRefreshTokens?: boolean | undefined;
      };
    };
    response: { app: OAuthApp };
  };
  /** Delete an OAuth app */
  'sites.apps.delete': {
    query: { clientId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** List the API keys of the current site, without their secrets */
  'sites.keys.list': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { keys: ApiKey[] };
  };
  /** Create an API key; only this response contains it */
  'sites.keys.create': {
    query: Record<never, never>;
    body: { key: { name: string; scopes?: string[] | undefined; expiresDate?: string | undefined } };
    response: { key: ApiKey; apiKey: string };
  };
  /** Revoke an API key */
  'sites.keys.delete': {
    query: { keyId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** List administrative actions on the current site, newest first */
  'sites.audit.list': {
    query: { paging?: OffsetPage | undefined };
    body: Record<never, never>;
    response: {
      entries: {
        id: string;
        at: string;
        actorKind: string;
        actorId: string;
        action: string;
        target: string;
        before: unknown;
        after: unknown;
      }[];
    };
  };
  /** Get the state of the installation; only for owners of its first site */
  'sites.installation.getHealth': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { health: InstallationHealth };
  };
  /** Get the settings of the site: pages, sign-in, members, mail, forms */
  'sites.settings.get': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: SitesSettingsGetResponse;
  };
  /** Change the settings that the request contains */
  'sites.settings.update': {
    query: Record<never, never>;
    body: { settings: SiteSettingsChanges };
    response: SitesSettingsGetResponse;
  };
  /** Get what a sign-in page needs: captcha, required fields, theme. The token selects the site, otherwise the Host header */
  'sites.settings.signIn': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      siteName: string;
      language: 'en' | 'de' | 'he';
      theme: Theme;
      signUp: 'OPEN' | 'CLOSED';
      requireOwnerApproval: boolean;
      requireEmailVerification: boolean;
      requiredFields: string[];
      memberFields: Fields[];
      captcha: {
        mode: 'OFF' | 'VISIBLE' | 'INVISIBLE';
        provider: 'ALTCHA' | 'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE';
        siteKey: string;
      };
      shortestPassword: number;
    };
  };
  /** List the mails of the last 30 days without their content, newest first */
  'sites.mail.list': {
    query: { status?: 'QUEUED' | 'SENT' | 'KEPT' | 'FAILED' | undefined; paging?: OffsetPage | undefined };
    body: Record<never, never>;
    response: { mails: Mail2[]; total: number; delivery: 'SITE' | 'ENVIRONMENT' | 'NONE' };
  };
  /** Get a mail with its content until it is sent; reading it is recorded in the audit log */
  'sites.mail.get': {
    query: { mailId: string };
    body: Record<never, never>;
    response: { mail: Mail2; content: { subject: string; text: string; html: string } | null };
  };
  /** Send a stored, failed or queued mail now */
  'sites.mail.retry': {
    query: { mailId: string };
    body: Empty;
    response: { mail: Mail2 };
  };
  /** Discard a mail */
  'sites.mail.discard': {
    query: { mailId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** Send a test mail immediately, and report the kind of failure if the mail server rejects it */
  'sites.mail.test': {
    query: Record<never, never>;
    body: { to: string };
    response: { delivery: 'SITE' | 'ENVIRONMENT' | 'NONE' };
  };
  /** List the texts of all mails in every language: the built-in one, and the site’s own if there is one */
  'sites.mail.templates.list': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      templates: {
        kind: 'VERIFY_EMAIL' | 'RECOVERY' | 'ACTIVATION' | 'SET_PASSWORD' | 'ADDRESS_TAKEN' | 'APPROVED' | 'APPROVAL_WAITING' | 'PASSWORD_CHANGED' | 'NEW_DEVICE' | 'EMAIL_CHANGED' | 'ACCOUNT_DELETED' | 'WEBHOOK_DISABLED' | 'NEW_SUBMISSION' | 'MORE_SUBMISSIONS' | 'TEST';
        language: 'en' | 'de' | 'he';
        placeholders: string[];
        hasLink: boolean;
        builtIn: MailTemplate;
        own: MailTemplate | null;
      }[];
    };
  };
  /** Set the site’s own text of a mail in one language */
  'sites.mail.templates.put': {
    query: SitesMailTemplatesPutQuery;
    body: { template: MailTemplate };
    response: { template: MailTemplate };
  };
  /** Restore the built-in text */
  'sites.mail.templates.delete': {
    query: SitesMailTemplatesPutQuery;
    body: Record<never, never>;
    response: { template: MailTemplate };
  };
  /** Preview a mail with sample values, with the text of the request or the current one */
  'sites.mail.preview': {
    query: Record<never, never>;
    body: {
      kind: 'VERIFY_EMAIL' | 'RECOVERY' | 'ACTIVATION' | 'SET_PASSWORD' | 'ADDRESS_TAKEN' | 'APPROVED' | 'APPROVAL_WAITING' | 'PASSWORD_CHANGED' | 'NEW_DEVICE' | 'EMAIL_CHANGED' | 'ACCOUNT_DELETED' | 'WEBHOOK_DISABLED' | 'NEW_SUBMISSION' | 'MORE_SUBMISSIONS' | 'TEST';
      language: 'en' | 'de' | 'he';
      template?: MailTemplate | undefined;
    };
    response: { subject: string; text: string; html: string };
  };
  /** Create an OAuth app; its id is the client id. Only POST /portico/v1/apps returns the secret */
  'sites.oauthApps.create': {
    query: Record<never, never>;
    body: {
      oAuthApp: {
        description?: string | undefined;
        loginUrl?: string | undefined;
        logoutUrl?: string | undefined;
        allowedRedirectUris?: string[] | undefined;
        allowedRedirectDomains?: string[] | undefined;
        applicationType?: 'OAUTH_APP_TYPE_UNSPECIFIED' | 'WEB_APP' | 'MOBILE' | 'OTHER' | undefined;
        technology?: 'OAUTH_TECHNOLOGY_UNSPECIFIED' | 'JAVASCRIPT' | 'ANGULAR' | 'VUE' | 'REACT' | 'REACT_NATIVE' | 'IOS' | 'ANDROID' | 'OTHER_TECHNOLOGY' | undefined;
        name: string;
      };
    };
    response: SitesOauthAppsCreateResponse;
  };
  /** Get an OAuth app by its client id */
  'sites.oauthApps.get': {
    query: { oAuthAppId: string };
    body: Record<never, never>;
    response: SitesOauthAppsCreateResponse;
  };
  /** List the OAuth apps of the site by offset, oldest first; filters and sorts are rejected */
  'sites.oauthApps.query': {
    query: Record<never, never>;
    body: {
      query?: { paging?: OffsetPage | undefined; filter?: Empty | null | undefined; sort?: unknown[] | undefined } | undefined;
    };
    response: { oAuthApps: VendorOAuthApp[]; pagingMetadata: { count: number; offset: number; total: number } };
  };
  /** Change the fields of an OAuth app that `mask` names, or without a mask those in the request */
  'sites.oauthApps.update': {
    query: { oAuthApp_id: string };
    body: {
      oAuthApp: {
        description?: string | undefined;
        loginUrl?: string | undefined;
        logoutUrl?: string | undefined;
        allowedRedirectUris?: string[] | undefined;
        allowedRedirectDomains?: string[] | undefined;
        applicationType?: 'OAUTH_APP_TYPE_UNSPECIFIED' | 'WEB_APP' | 'MOBILE' | 'OTHER' | undefined;
        technology?: 'OAUTH_TECHNOLOGY_UNSPECIFIED' | 'JAVASCRIPT' | 'ANGULAR' | 'VUE' | 'REACT' | 'REACT_NATIVE' | 'IOS' | 'ANDROID' | 'OTHER_TECHNOLOGY' | undefined;
        id?: string | undefined;
        name?: string | undefined;
      };
      mask?: string[] | { paths: string[] } | string | undefined;
    };
    response: SitesOauthAppsCreateResponse;
  };
  /** Delete an OAuth app and revoke its tokens */
  'sites.oauthApps.delete': {
    query: { oAuthAppId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** List the scripts that a page of the site must contain: always none */
  'sites.siteScripts.list': {
    query: { pageUrl?: string | undefined; pageName?: string | undefined };
    body: Record<never, never>;
    response: { siteScripts: { position: string; html: string }[] };
  };
  /** List the scripts and the language of the site */
  'sites.siteScripts.metadata': {
    query: { pageUrl?: string | undefined; pageName?: string | undefined };
    body: Record<never, never>;
    response: {
      siteScripts: { position: string; html: string }[];
      properties: { language: 'en' | 'de' | 'he'; locale: { languageCode: 'en' | 'de' | 'he' } };
    };
  };
  /** Get the language of the site */
  'sites.siteScripts.essentials': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { properties: { language: 'en' | 'de' | 'he'; locale: { languageCode: 'en' | 'de' | 'he' } } };
  };
  /** Get the app of the caller and the site on which it is installed */
  'sites.appInstance.get': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      instance: { instanceId: string; appName: string; isFree: boolean };
      site: { siteId: string; siteDisplayName: string; url: string; locale: 'en' | 'de' | 'he'; installedWixApps: string[] };
    };
  };
  /** Create a webhook; only this response contains its secret */
  'events.webhooks.create': {
    query: Record<never, never>;
    body: {
      webhook: {
        url: string;
        eventTypes: ('*' | 'wix.forms.v4.submission_created' | 'wix.forms.v4.submission_updated' | 'wix.forms.v4.submission_deleted' | 'wix.forms.v4.submission_removed_submission_from_trash' | 'wix.forms.v4.submission_status_updated' | 'wix.forms.v4.submission_submission_contact_mapped' | 'wix.forms.v4.submission_submission_contact_mapping_skipped' | 'wix.forms.v4.form_created' | 'wix.forms.v4.form_updated' | 'wix.forms.v4.form_deleted' | 'wix.forms.v4.form_disabled_form' | 'wix.forms.v4.form_enabled_form' | 'wix.members.v1.member_created' | 'wix.members.v1.member_updated' | 'wix.members.v1.member_approved' | 'wix.members.v1.member_blocked' | 'wix.members.v1.member_deleted')[];
        name?: string | undefined;
        format?: 'JWT' | 'STANDARD' | undefined;
        enabled?: boolean | undefined;
      };
    };
    response: EventsWebhooksCreateResponse;
  };
  /** List the webhooks of the site, oldest first */
  'events.webhooks.list': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { webhooks: Webhook[] };
  };
  /** Get a webhook */
  'events.webhooks.get': {
    query: { webhookId: string };
    body: Record<never, never>;
    response: { webhook: Webhook };
  };
  /** Change the properties in the request; a new format creates a new secret, which is returned only once */
  'events.webhooks.update': {
    query: { webhookId: string };
    body: {
      webhook: {
        name?: string | undefined;
        url?: string | undefined;
        eventTypes?: ('*' | 'wix.forms.v4.submission_created' | 'wix.forms.v4.submission_updated' | 'wix.forms.v4.submission_deleted' | 'wix.forms.v4.submission_removed_submission_from_trash' | 'wix.forms.v4.submission_status_updated' | 'wix.forms.v4.submission_submission_contact_mapped' | 'wix.forms.v4.submission_submission_contact_mapping_skipped' | 'wix.forms.v4.form_created' | 'wix.forms.v4.form_updated' | 'wix.forms.v4.form_deleted' | 'wix.forms.v4.form_disabled_form' | 'wix.forms.v4.form_enabled_form' | 'wix.members.v1.member_created' | 'wix.members.v1.member_updated' | 'wix.members.v1.member_approved' | 'wix.members.v1.member_blocked' | 'wix.members.v1.member_deleted')[] | undefined;
        format?: 'JWT' | 'STANDARD' | undefined;
        enabled?: boolean | undefined;
      };
    };
    response: EventsWebhooksCreateResponse;
  };
  /** Delete a webhook with its deliveries */
  'events.webhooks.delete': {
    query: { webhookId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** Rotate the secret (STANDARD: the old one also signs for a day) or the key pair (JWT: immediately) */
  'events.webhooks.rotateSecret': {
    query: { webhookId: string };
    body: Record<never, never>;
    response: EventsWebhooksCreateResponse;
  };
  /** Send a test event without data; the delivery shows the result */
  'events.webhooks.test': {
    query: { webhookId: string };
    body: Record<never, never>;
    response: EventsWebhooksTestResponse;
  };
  /** List deliveries of the last 30 days, newest first */
  'events.webhookDeliveries.list': {
    query: {
      webhookId?: string | undefined;
      status?: 'PENDING' | 'DELIVERED' | 'FAILED' | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    body: Record<never, never>;
    response: { deliveries: WebhookDelivery[]; nextCursor: string | null };
  };
  /** Get a delivery with its request and responses */
  'events.webhookDeliveries.get': {
    query: { deliveryId: string };
    body: Record<never, never>;
    response: { delivery: WebhookDeliveryDetails };
  };
  /** Redeliver now, with the same id and the attempts of a new delivery */
  'events.webhookDeliveries.redeliver': {
    query: { deliveryId: string };
    body: Record<never, never>;
    response: EventsWebhooksTestResponse;
  };
  /** Get the newest events of the current site and the number of events by day */
  'events.activity.get': {
    query: { days?: number | undefined; limit?: number | undefined };
    body: Record<never, never>;
    response: {
      recent: { id: string; type: string; entityId: string; summary: unknown; occurredDate: string }[];
      days: { date: string; submissions: number; members: number }[];
    };
  };
  /** Upload one file, raw or as multipart/form-data, to an upload URL issued by a form */
  'media.files.upload': {
    query: { upload: string; filename?: string | undefined };
    body: Record<never, never>;
    response: { file: UploadedFile };
  };
  /** Download a file as an attachment, with permission to read what it belongs to */
  'media.files.download': {
    query: { fileId: string };
    body: Record<never, never>;
    response: never;
  };
  /** Get a thumbnail of an image file */
  'media.files.thumbnail': {
    query: { fileId: string };
    body: Record<never, never>;
    response: never;
  };
  /** Create a URL that opens the file without a token for a few minutes */
  'media.files.link': {
    query: { fileId: string };
    body: Record<never, never>;
    response: { url: string; thumbnailUrl: string | null; expiresDate: string };
  };
  /** Download a file by its signed URL, as an attachment */
  'media.files.openLink': {
    query: { link: string };
    body: Record<never, never>;
    response: never;
  };
  /** Search contacts by prefixes of name, e-mail, phone and company, and by label */
  'contacts.contacts.list': {
    query: {
      search?: string | undefined;
      labelKey?: string | undefined;
      sort?: 'CREATED_DATE_DESC' | 'CREATED_DATE_ASC' | 'UPDATED_DATE_DESC' | 'UPDATED_DATE_ASC' | 'NAME_ASC' | 'NAME_DESC' | undefined;
      limit?: number | undefined;
      cursor?: string | undefined;
    };
    body: Record<never, never>;
    response: { contacts: Contact[]; total: number; nextCursor: string | null };
  };
  /** Create a contact, or complete and return the existing one with the same e-mail */
  'contacts.contacts.create': {
    query: Record<never, never>;
    body: { info: ContactInfo };
    response: ContactsContactsCreateResponse;
  };
  /** Get a contact */
  'contacts.contacts.get': {
    query: { contactId: string };
    body: Record<never, never>;
    response: ContactsContactsCreateResponse;
  };
  /** Replace the parts of `info` that the request contains */
  'contacts.contacts.update': {
    query: { contactId: string };
    body: { contact: { revision: string; info: ContactInfo } };
    response: ContactsContactsCreateResponse;
  };
  /** Delete a contact permanently; its submissions stay */
  'contacts.contacts.delete': {
    query: { contactId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** List the labels of the site by name */
  'contacts.labels.list': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { labels: ContactLabel[] };
  };
  /** Create a label, or return the existing one with the same name */
  'contacts.labels.create': {
    query: Record<never, never>;
    body: { label: { displayName: string } };
    response: { label: ContactLabel };
  };
  /** Delete a label and remove it from every contact */
  'contacts.labels.delete': {
    query: { key: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** Create a contact, which needs a name, an e-mail or a phone; a duplicate e-mail requires `allowDuplicates` */
  'contacts.v4.create': {
    query: Record<never, never>;
    body: { info: ContactInfo; allowDuplicates?: boolean | undefined };
    response: ContactsV4CreateResponse;
  };
  /** Get a contact */
  'contacts.v4.get': {
    query: { contactId: string; id?: string | undefined; fields?: string[] | undefined; fieldsets?: string[] | undefined };
    body: Record<never, never>;
    response: ContactsV4CreateResponse;
  };
  /** Replace the parts of `info` that the request contains */
  'contacts.v4.update': {
    query: { contactId: string };
    body: {
      contactId?: string | undefined;
      revision: number | string;
      info: ContactInfo;
      allowDuplicates?: boolean | undefined;
    };
    response: ContactsV4CreateResponse;
  };
  /** Delete a contact permanently; its submissions stay */
  'contacts.v4.delete': {
    query: { contactId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** List contacts, oldest first unless sorted otherwise */
  'contacts.v4.list': {
    query: {
      sort?: ContactSort | undefined;
      paging?: OffsetPage | undefined;
      fields?: string[] | undefined;
      fieldsets?: string[] | undefined;
    };
    body: Record<never, never>;
    response: ContactsV4ListResponse;
  };
  /** Query contacts by filter, oldest first unless sorted otherwise */
  'contacts.v4.query': {
    query: Record<never, never>;
    body: {
      query?: {
        filter?: Record<string, unknown> | undefined;
        sort?: ContactSort[] | undefined;
        paging?: OffsetPage | undefined;
        fields?: string[] | undefined;
        fieldsets?: string[] | undefined;
      } | undefined;
    };
    response: ContactsV4ListResponse;
  };
  /** Add existing labels to a contact */
  'contacts.v4.label': {
    query: { contactId: string };
    body: { contactId?: string | undefined; labelKeys: string[] };
    response: ContactsV4CreateResponse;
  };
  /** Remove labels from a contact */
  'contacts.v4.unlabel': {
    query: { contactId: string; labelKeys: string[] };
    body: Record<never, never>;
    response: ContactsV4CreateResponse;
  };
  /** Find a label by its name, or create it */
  'contacts.labelsV4.findOrCreate': {
    query: Record<never, never>;
    body: { displayName: string; language?: string | undefined };
    response: { label: ContactLabelV4; newLabel: boolean };
  };
  /** Get a label */
  'contacts.labelsV4.get': {
    query: { key: string; language?: string | undefined };
    body: Record<never, never>;
    response: { label: ContactLabelV4 };
  };
  /** Delete a label and remove it from every contact */
  'contacts.labelsV4.delete': {
    query: { key: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** List labels by the beginning of their names */
  'contacts.labelsV4.list': {
    query: {
      startsWith?: string | undefined;
      namespace?: string | undefined;
      labelType?: string | undefined;
      sort?: ContactSort | undefined;
      paging?: OffsetPage | undefined;
      language?: string | undefined;
    };
    body: Record<never, never>;
    response: { labels: ContactLabelV4[]; metadata: ContactPageMetadata };
  };
  /** Query labels by filter */
  'contacts.labelsV4.query': {
    query: Record<never, never>;
    body: {
      query?: {
        filter?: Record<string, unknown> | undefined;
        sort?: ContactSort[] | undefined;
        paging?: OffsetPage | undefined;
      } | undefined;
      language?: string | undefined;
    };
    response: { labels: ContactLabelV4[]; pagingMetadata: ContactPageMetadata };
  };
  /** Create a contact, which needs a name, an e-mail or a phone; a duplicate e-mail requires `allowDuplicates` */
  'contacts.v5.create': {
    query: Record<never, never>;
    body: { contact: ContactV5Input; allowDuplicates?: boolean | undefined };
    response: ContactsV5CreateResponse;
  };
  /** Get a contact */
  'contacts.v5.get': {
    query: { contactId: string };
    body: Record<never, never>;
    response: ContactsV5CreateResponse;
  };
  /** Query contacts by filter, oldest first unless sorted otherwise */
  'contacts.v5.query': {
    query: {
      query?: {
        filter?: Record<string, unknown> | undefined;
        sort?: ContactSort[] | undefined;
        cursorPaging?: DataCursorPaging | undefined;
      } | undefined;
    };
    body: Record<never, never>;
    response: ContactsV5QueryResponse;
  };
  /** Search contacts by filter and by prefixes of name, e-mail, phone and company */
  'contacts.v5.search': {
    query: {
      search?: {
        filter?: Record<string, unknown> | undefined;
        sort?: ContactSort[] | undefined;
        cursorPaging?: DataCursorPaging | undefined;
        search?: { expression?: string | undefined; mode?: 'OR' | 'AND' | undefined } | undefined;
      } | undefined;
    };
    body: Record<never, never>;
    response: ContactsV5QueryResponse;
  };
  /** Add existing labels to a contact and remove others */
  'contacts.v5.updateTags': {
    query: { contactId: string };
    body: {
      contactId?: string | undefined;
      assignTags?: { privateTags?: { tagIds?: string[] | undefined } | undefined } | undefined;
      unassignTags?: { privateTags?: { tagIds?: string[] | undefined } | undefined } | undefined;
    };
    response: ContactsV5CreateResponse;
  };
  /** Issue access and refresh tokens for a grant: anonymous, refresh_token, authorization_code, authorized_client, client_credentials */
  'identity.oauth.token': {
    query: Record<never, never>;
    body: TokenRequest;
    response: {
      access_token: string;
      token_type: 'Bearer';
      expires_in: number;
      refresh_token?: string | undefined;
      id_token?: string | undefined;
    } | { statusCode: number; body: string; headers: { key: string; value: string }[] };
  };
  /** Introspect a token; the response is `{active: false}` for any invalid token */
  'identity.oauth.tokenInfo': {
    query: Record<never, never>;
    body: { token?: string | undefined; body?: string | undefined };
    response: {
      active: boolean;
      subjectType?: 'APP' | 'USER' | 'MEMBER' | 'VISITOR' | undefined;
      subjectId?: string | undefined;
      exp?: number | undefined;
      iat?: number | undefined;
      clientId?: string | undefined;
      siteId?: string | undefined;
      instanceId?: string | undefined;
      accountId?: string | undefined;
    };
  };
  /** Get the member of the access token as OpenID Connect claims */
  'identity.oauth.userInfo': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      sub: string;
      givenName?: string | undefined;
      familyName?: string | undefined;
      name?: string | undefined;
      email?: string | undefined;
      emailVerified?: boolean | undefined;
      picture?: string | undefined;
      language?: string | undefined;
    };
  };
  /** Get the public keys for verifying webhooks and identity tokens (RFC 7517) */
  'identity.oauth.jwks': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { keys: Record<string, unknown>[] } | { statusCode: number; body: string; headers: { key: string; value: string }[] };
  };
  /** End the session of a refresh token; an unknown token is not an error (RFC 7009) */
  'identity.oauth.revoke': {
    query: Record<never, never>;
    body: {
      token: string;
      tokenTypeHint?: string | undefined;
      token_type_hint?: string | undefined;
      clientId?: string | undefined;
      client_id?: string | undefined;
    };
    response: Empty;
  };
  /** Create a redirect URL for signing in, signing out or warming up a session */
  'identity.redirects.create': {
    query: Record<never, never>;
    body: {
      auth?: {
        authRequest: {
          clientId?: string | undefined;
          redirectUri?: string | undefined;
          codeChallenge?: string | undefined;
          codeChallengeMethod?: string | undefined;
          responseMode?: string | undefined;
          responseType?: string | undefined;
          scope?: string | undefined;
          state?: string | undefined;
          sessionToken?: string | undefined;
          nonce?: string | undefined;
          idp?: unknown;
        };
        prompt?: string | undefined;
      } | undefined;
      logout?: { clientId?: string | undefined } | undefined;
      login?: Record<string, unknown> | undefined;
      ecomCheckout?: Record<string, unknown> | undefined;
      eventsCheckout?: Record<string, unknown> | undefined;
      paidPlansCheckout?: Record<string, unknown> | undefined;
      bookingsCheckout?: Record<string, unknown> | undefined;
      bookingsBook?: Record<string, unknown> | undefined;
      storesProduct?: Record<string, unknown> | undefined;
      ecomOrderPaymentRequest?: Record<string, unknown> | undefined;
      memberAccountPage?: Record<string, unknown> | undefined;
      callbacks?: {
        postFlowUrl?: string | undefined;
        loginUrl?: string | undefined;
        thankYouPageUrl?: string | undefined;
        planListUrl?: string | undefined;
        plansListUrl?: string | undefined;
        bookingsServiceListUrl?: string | undefined;
        cartPageUrl?: string | undefined;
        state?: string | undefined;
      } | undefined;
      preferences?: { additionalQueryParameters?: Record<string, unknown> | undefined } | undefined;
      origin?: string | undefined;
    };
    response: {
      redirectSession: {
        id: string;
        fullUrl: string;
        urlDetails: { endpoint: string; searchParams: Record<string, string> };
        sessionToken?: string | undefined;
        shortUrl: string;
      };
    };
  };
  /** Authorize with PKCE, by redirect or by a message to the embedding page (RFC 6749 section 4.1, RFC 7636) */
  'identity.oauth.authorize': {
    query: {
      clientId?: string | undefined;
      client_id?: string | undefined;
      responseType?: string | undefined;
      response_type?: string | undefined;
      responseMode?: string | undefined;
      response_mode?: string | undefined;
      redirectUri?: string | undefined;
      redirect_uri?: string | undefined;
      scope?: string | undefined;
      state?: string | undefined;
      codeChallenge?: string | undefined;
      code_challenge?: string | undefined;
      codeChallengeMethod?: string | undefined;
      code_challenge_method?: string | undefined;
      prompt?: string | undefined;
      sessionToken?: string | undefined;
      session_token?: string | undefined;
      idp?: string | undefined;
      nonce?: string | undefined;
      lang?: string | undefined;
    };
    body: Record<never, never>;
    response: never;
  };
  /** End the session of the browser and the member, then redirect to an allowed address */
  'identity.authentication.logout': {
    query: { postLogoutRedirectUri?: string | undefined; clientId?: string | undefined; session?: string | undefined };
    body: Record<never, never>;
    response: never;
  };
  /** Serve an empty page for the hidden frame that warms up a session */
  'identity.redirects.preWarm': {
    query: { clientId?: string | undefined };
    body: Record<never, never>;
    response: never;
  };
  /** Register with e-mail and password */
  'identity.authentication.register': {
    query: Record<never, never>;
    body: {
      loginId: { email: string };
      password: string;
      profile?: IdentityProfile | undefined;
      captchaTokens?: CaptchaTokens[] | undefined;
      clientMetaData?: Record<string, unknown> | undefined;
    };
    response: SignInState;
  };
  /** Sign in with e-mail and password */
  'identity.authentication.login': {
    query: Record<never, never>;
    body: {
      loginId?: { email?: unknown } | undefined;
      password?: unknown;
      captchaTokens?: unknown;
      clientMetaData?: unknown;
      stateToken?: unknown;
    };
    response: SignInState;
  };
  /** Sign a member in by API key, registering an unknown address */
  'identity.authentication.signOn': {
    query: Record<never, never>;
    body: {
      loginId: { email: string };
      profile?: IdentityProfile | undefined;
      verifyEmail?: boolean | undefined;
      mergeExistingContact?: boolean | undefined;
    };
    response: { sessionToken: string; identity: Identity };
  };
  /** Set a new password for the signed-in member; ends every other session of the member */
  'identity.authentication.changePassword': {
    query: Record<never, never>;
    body: { newPassword: string };
    response: Empty;
  };
  /** Check whether an e-mail address can receive mail */
  'identity.authentication.validateEmail': {
    query: Record<never, never>;
    body: { email: string };
    response: { valid: boolean; failure?: { reason: string } | undefined; formatInvalid: boolean };
  };
  /** Answer the challenge of a factor: PASSWORD, SMS, CALL, EMAIL, TOTP, PUSH, WEBAUTHN */
  'identity.authentication.verify': {
    query: { factorType: string };
    body: {
      stateToken: string;
      rememberThisDevice?: boolean | undefined;
      smsData?: { code: string } | undefined;
      callData?: { code: string } | undefined;
      emailData?: { code: string } | undefined;
      totpData?: { code: string } | undefined;
      recoveryCodeData?: { code: string } | undefined;
      pushData?: { transactionId: string } | undefined;
      webauthnData?: { challengeId: string; credential: string } | undefined;
      passwordData?: { password: string } | undefined;
    };
    response: SignInState;
  };
  /** Mail a link for setting a new password; the response is the same for unknown addresses */
  'identity.recovery.sendEmail': {
    query: Record<never, never>;
    body: {
      email: string;
      language?: string | undefined;
      redirect?: { url?: string | undefined; clientId?: string | undefined } | undefined;
      captchaTokens?: CaptchaTokens[] | undefined;
    };
    response: Empty;
  };
  /** Continue a sign-in that requires profile fields (REQUIRE_MISSING_FIELDS) */
  'identity.authentication.completeProfile': {
    query: Record<never, never>;
    body: { stateToken: string; profile: IdentityProfile };
    response: SignInState;
  };
  /** Mail a member a link for activating the account */
  'identity.recovery.sendActivationEmail': {
    query: Record<never, never>;
    body: {
      identityId: string;
      emailOptions?: {
        language?: string | undefined;
        redirect?: { url?: string | undefined; clientId?: string | undefined } | undefined;
      } | undefined;
    };
    response: Empty;
  };
  /** Set a new password with the token of a recovery mail */
  'identity.recovery.recover': {
    query: Record<never, never>;
    body: { recoveryToken: string; password?: string | undefined };
    response: SignInState;
  };
  /** Mail a verification code to a member */
  'identity.verification.start': {
    query: Record<never, never>;
    body: { identityId?: string | undefined; target?: string | undefined };
    response: { verificationId: string };
  };
  /** Continue a sign-in with the code from the mail */
  'identity.verification.verify': {
    query: Record<never, never>;
    body: { code: string; stateToken: string };
    response: SignInState;
  };
  /** Resend the verification code of a sign-in */
  'identity.verification.resend': {
    query: Record<never, never>;
    body: { stateToken: string };
    response: Empty;
  };
  /** Get the sign-on policy of the site */
  'identity.signOnPolicy.get': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { signOnPolicy: { requireOwnerApproval?: boolean | undefined; requireEmailVerification?: boolean | undefined } };
  };
  /** Change the sign-on policy of the site */
  'identity.signOnPolicy.update': {
    query: Record<never, never>;
    body: { signOnPolicy: { requireOwnerApproval?: boolean | undefined; requireEmailVerification?: boolean | undefined } };
    response: { signOnPolicy: { requireOwnerApproval?: boolean | undefined; requireEmailVerification?: boolean | undefined } };
  };
  /** Sign in on the site's own pages; sets the session cookie */
  'identity.session.signIn': {
    query: Record<never, never>;
    body: { email: string; password: string; request?: string | undefined; captcha?: string | undefined };
    response: { redirectTo: string };
  };
  /** Register on the site's own pages; sets the session cookie */
  'identity.session.signUp': {
    query: Record<never, never>;
    body: {
      email: string;
      password: string;
      profile?: IdentityProfile | undefined;
      language?: 'en' | 'de' | 'he' | undefined;
      request?: string | undefined;
      captcha?: string | undefined;
    };
    response: { redirectTo: string };
  };
  /** End the session of the cookie */
  'identity.session.signOut': {
    query: Record<never, never>;
    body: Empty;
    response: { redirectTo: string };
  };
  /** Get the member of the session cookie, with a short-lived access token for that member */
  'identity.session.get': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: { member: Member | null; accessToken?: string | undefined; expiresInSeconds?: number | undefined };
  };
  /** Get the step that this browser's pending sign-in waits for, or null */
  'identity.session.step': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      step: {
        state: 'REQUIRE_OWNER_APPROVAL' | 'REQUIRE_EMAIL_VERIFICATION' | 'REQUIRE_MISSING_FIELDS';
        email: string;
        missingFields: string[];
      } | null;
    };
  };
  /** Continue this browser's pending sign-in with the code from the mail */
  'identity.session.verify': {
    query: Record<never, never>;
    body: { code: string; request?: string | undefined };
    response: { redirectTo: string };
  };
  /** Resend the code of this browser's pending sign-in */
  'identity.session.resend': {
    query: Record<never, never>;
    body: Empty;
    response: Empty;
  };
  /** Continue this browser's pending sign-in with the required profile fields */
  'identity.session.completeProfile': {
    query: Record<never, never>;
    body: { profile: IdentityProfile; request?: string | undefined };
    response: { redirectTo: string };
  };
  /** Mail a link for setting a new password; the response is the same for unknown addresses */
  'identity.session.forgotPassword': {
    query: Record<never, never>;
    body: {
      email: string;
      language?: 'en' | 'de' | 'he' | undefined;
      request?: string | undefined;
      captcha?: string | undefined;
    };
    response: Empty;
  };
  /** Check whether the link in a mail is valid, and for whom, without consuming it */
  'identity.session.recovery': {
    query: Record<never, never>;
    body: { token: string };
    response: { recovery: { purpose: 'RECOVERY' | 'ACTIVATION' | 'SET_PASSWORD'; email: string } | null };
  };
  /** Set a new password with the token from a mail; ends every other session and signs in */
  'identity.session.resetPassword': {
    query: Record<never, never>;
    body: { token: string; password: string };
    response: { redirectTo: string };
  };
  /** Change the password of the member of the cookie, who must send the current one; ends every other session */
  'identity.session.changePassword': {
    query: Record<never, never>;
    body: { currentPassword: string; newPassword: string };
    response: Empty;
  };
  /** List the sessions of the member, latest first */
  'identity.sessions.list': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      sessions: {
        sessionId: string;
        current: boolean;
        createdDate: string;
        lastUsedDate: string;
        userAgent: string;
        address: string;
        appName: string | null;
      }[];
    };
  };
  /** End one session of the member */
  'identity.sessions.end': {
    query: { sessionId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** End all other sessions of the member */
  'identity.sessions.endOthers': {
    query: Record<never, never>;
    body: Empty;
    response: { ended: number };
  };
  /** Export all data that the site stores about the member as one JSON document */
  'identity.account.export': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      exportedDate: string;
      member: unknown;
      sessions: {
        sessionId: string;
        current: boolean;
        createdDate: string;
        lastUsedDate: string;
        userAgent: string;
        address: string;
        appName: string | null;
      }[];
      items: unknown[];
      submissions: unknown[];
      contacts: unknown[];
      cut: ('items' | 'submissions')[];
    };
  };
  /** Create a proof-of-work challenge for the ALTCHA widget; its solution is a single-use captcha token */
  'identity.captcha.challenge': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: Record<string, unknown>;
  };
  /** Get the member of the token; 403 for a visitor */
  'identity.members.getCurrent': {
    query: {
      fieldsets?: 'PUBLIC' | 'EXTENDED' | 'FULL' | ('PUBLIC' | 'EXTENDED' | 'FULL')[] | undefined;
      fieldSet?: 'PUBLIC' | 'EXTENDED' | 'FULL' | ('PUBLIC' | 'EXTENDED' | 'FULL')[] | undefined;
    };
    body: Record<never, never>;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Get a member by id */
  'identity.members.get': {
    query: {
      id: string;
      fieldsets?: 'PUBLIC' | 'EXTENDED' | 'FULL' | ('PUBLIC' | 'EXTENDED' | 'FULL')[] | undefined;
      fieldSet?: 'PUBLIC' | 'EXTENDED' | 'FULL' | ('PUBLIC' | 'EXTENDED' | 'FULL')[] | undefined;
    };
    body: Record<never, never>;
    response: IdentityMembersGetCurrentResponse;
  };
  /** List members */
  'identity.members.list': {
    query: {
      fieldsets?: 'PUBLIC' | 'EXTENDED' | 'FULL' | ('PUBLIC' | 'EXTENDED' | 'FULL')[] | undefined;
      fieldSet?: 'PUBLIC' | 'EXTENDED' | 'FULL' | ('PUBLIC' | 'EXTENDED' | 'FULL')[] | undefined;
      paging?: OffsetPage | undefined;
      sorting?: ContactSort[] | undefined;
    };
    body: Record<never, never>;
    response: MemberPage;
  };
  /** Query members by filter or search text */
  'identity.members.query': {
    query: Record<never, never>;
    body: {
      query?: {
        filter?: Record<string, unknown> | null | undefined;
        paging?: OffsetPage | undefined;
        sort?: ContactSort[] | undefined;
        sorting?: ContactSort[] | undefined;
      } | undefined;
      fieldsets?: 'PUBLIC' | 'EXTENDED' | 'FULL' | ('PUBLIC' | 'EXTENDED' | 'FULL')[] | undefined;
      search?: { expression?: string | undefined; fields?: string[] | undefined } | undefined;
    };
    response: MemberPage;
  };
  /** Create a member without a password */
  'identity.members.create': {
    query: Record<never, never>;
    body: {
      member: {
        loginEmail: string;
        contact?: MemberContact | undefined;
        profile?: MemberProfile | undefined;
        privacyStatus?: 'UNKNOWN' | 'PRIVATE' | 'PUBLIC' | undefined;
      };
    };
    response: IdentityMembersGetCurrentResponse;
  };
  /** Change the contact data and profile of a member */
  'identity.members.update': {
    query: { member_id: string };
    body: { member: MemberChanges };
    response: IdentityMembersGetCurrentResponse;
  };
  /** Change the slug of the caller's own profile */
  'identity.members.updateCurrentSlug': {
    query: Record<never, never>;
    body: { slug: string };
    response: IdentityMembersGetCurrentResponse;
  };
  /** Change the slug of a member's profile */
  'identity.members.updateSlug': {
    query: { id: string };
    body: { slug: string };
    response: IdentityMembersGetCurrentResponse;
  };
  /** Make the own profile public */
  'identity.members.joinCommunity': {
    query: Record<never, never>;
    body: Empty;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Make the own profile private */
  'identity.members.leaveCommunity': {
    query: Record<never, never>;
    body: Empty;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Let a waiting member in */
  'identity.members.approve': {
    query: { id: string };
    body: Empty;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Keep a member out */
  'identity.members.block': {
    query: { id: string };
    body: Empty;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Turn a member into a mere contact */
  'identity.members.disconnect': {
    query: { id: string };
    body: Empty;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Stop a member from posting */
  'identity.members.mute': {
    query: { id: string };
    body: Empty;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Let a muted member post again */
  'identity.members.unmute': {
    query: { id: string };
    body: Empty;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Delete the caller's own account */
  'identity.members.deleteMy': {
    query: { contentAssigneeId?: string | undefined };
    body: Record<never, never>;
    response: Empty;
  };
  /** Delete a member */
  'identity.members.delete': {
    query: { id: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** Empty the phones of a member */
  'identity.members.clear.phones': {
    query: { id: string };
    body: Record<never, never>;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Empty the emails of a member */
  'identity.members.clear.emails': {
    query: { id: string };
    body: Record<never, never>;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Empty the addresses of a member */
  'identity.members.clear.addresses': {
    query: { id: string };
    body: Record<never, never>;
    response: IdentityMembersGetCurrentResponse;
  };
  /** Delete up to 100 members */
  'identity.members.bulk.delete': {
    query: Record<never, never>;
    body: { memberIds: string[] };
    response: {
      results: {
        itemMetadata: {
          id: string;
          originalIndex: number;
          success: boolean;
          error?: { code: string; description: string } | undefined;
        };
      }[];
      bulkActionMetadata: { totalSuccesses: number; totalFailures: number };
    };
  };
  /** Delete all members that fit a filter */
  'identity.members.bulk.deleteByFilter': {
    query: Record<never, never>;
    body: IdentityMembersBulkDeleteByFilterBody;
    response: { jobId: string };
  };
  /** Approve all members that fit a filter */
  'identity.members.bulk.approveByFilter': {
    query: Record<never, never>;
    body: IdentityMembersBulkDeleteByFilterBody;
    response: { jobId: string };
  };
  /** Block all members that fit a filter */
  'identity.members.bulk.blockByFilter': {
    query: Record<never, never>;
    body: IdentityMembersBulkDeleteByFilterBody;
    response: { jobId: string };
  };
  /** Get the progress of a job on many members; jobs are stored for 30 days */
  'identity.members.job': {
    query: { jobId: string };
    body: Record<never, never>;
    response: {
      job: {
        id: string;
        act: 'DELETE' | 'APPROVE' | 'BLOCK';
        status: 'RUNNING' | 'FINISHED';
        succeeded: number;
        failed: number;
        createdDate: string;
        finishedDate?: string | undefined;
      };
    };
  };
  /** Assign a role to a member */
  'identity.roles.assign': {
    query: { memberId: string };
    body: { roleKey: string };
    response: { roleKey: string };
  };
  /** Remove a role from a member */
  'identity.roles.unassign': {
    query: { memberId: string; roleKey: string };
    body: Record<never, never>;
    response: { roleKey: string };
  };
  /** List the roles of a member */
  'identity.roles.get': {
    query: { memberId: string };
    body: Record<never, never>;
    response: { roles: MemberRole[] };
  };
  /** List the roles of the members that match a filter */
  'identity.roles.query': {
    query: Record<never, never>;
    body: { query?: { filter?: unknown } | undefined };
    response: { rolesByMemberId: Record<string, { roles: MemberRole[] }> };
  };
  /** Mail a link for setting a password */
  'identity.siteMembers.sendSetPasswordEmail': {
    query: Record<never, never>;
    body: { email: string; hideIgnoreMessage?: boolean | null | undefined };
    response: { accepted: boolean };
  };
  /** Register (older call) */
  'identity.siteMembers.register': {
    query: Record<never, never>;
    body: {
      email: string;
      password: string;
      contactInfo?: Record<string, unknown> | undefined;
      profilePrivacyStatus?: string | undefined;
    };
    response: { member: Member; session?: { token: string } | undefined; approvalToken?: string | undefined };
  };
  /** Sign in (older call) */
  'identity.siteMembers.login': {
    query: Record<never, never>;
    body: {
      email: string;
      password: string;
      contactInfo?: Record<string, unknown> | undefined;
      profilePrivacyStatus?: string | undefined;
    };
    response: { member: Member; session: { token: string } };
  };
  /** Change the sign-in e-mail of a member */
  'identity.siteMembers.changeLoginEmail': {
    query: { id: string };
    body: { newEmail: string };
    response: IdentityMembersGetCurrentResponse;
  };
  /** Approve a pending member, by id or e-mail */
  'identity.siteMembers.approve': {
    query: Record<never, never>;
    body: { id?: string | undefined; email?: string | undefined; token?: string | undefined };
    response: Empty;
  };
  /** Block a member, by id or e-mail */
  'identity.siteMembers.block': {
    query: Record<never, never>;
    body: { id?: string | undefined; email?: string | undefined; token?: string | undefined };
    response: Empty;
  };
  /** Get an item by its id */
  'data.items.get': {
    query: {
      dataCollectionId: string;
      dataItemId: string;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      consistentRead?: boolean | undefined;
      language?: string | undefined;
      fields?: string[] | undefined;
      includeReferences?: { field: string; limit?: number | undefined }[] | undefined;
      includeFieldGroups?: string[] | undefined;
    };
    body: Record<never, never>;
    response: { dataItem: DataItem };
  };
  /** Insert an item; the server generates a missing id */
  'data.items.insert': {
    query: Record<never, never>;
    body: DataItemsInsertBody;
    response: { dataItem: DataItem };
  };
  /** Replace an item; omitted fields are removed */
  'data.items.update': {
    query: { dataItemId?: string | undefined };
    body: {
      dataCollectionId: string;
      dataItem: DataItemInput;
      condition?: WriteCondition | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      includeReferencedItems?: boolean | undefined;
      saveReferences?: boolean | undefined;
    };
    response: { dataItem: DataItem };
  };
  /** Insert an item, or replace the existing item with the same id */
  'data.items.save': {
    query: Record<never, never>;
    body: DataItemsInsertBody;
    response: { dataItem: DataItem; action: 'INSERTED' | 'UPDATED' };
  };
  /** Change single fields of an item */
  'data.items.patch': {
    query: { dataItemId?: string | undefined };
    body: {
      dataCollectionId: string;
      patch: { dataItemId?: string | undefined; fieldModifications: FieldModification[] };
      condition?: WriteCondition | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
    };
    response: { dataItem: DataItem };
  };
  /** Remove an item and return it */
  'data.items.remove': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      dataItemId: string;
      condition?: WriteCondition | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
    };
    response: { dataItem: DataItem };
  };
  /** Remove an item (REST form) */
  'data.items.removeByPath': {
    query: DataItemsRemoveByPathQuery;
    body: Record<never, never>;
    response: { dataItem: DataItem };
  };
  /** Remove every item of a collection */
  'data.items.truncate': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
    };
    response: Empty;
  };
  /** Create a draft of a published item */
  'data.items.createDraft': {
    query: Record<never, never>;
    body: DataItemsRemoveByPathQuery;
    response: { dataItem: DataItem };
  };
  /** Publish a draft */
  'data.items.publishDraft': {
    query: Record<never, never>;
    body: DataItemsRemoveByPathQuery;
    response: { dataItem: DataItem };
  };
  /** Unpublish an item */
  'data.items.unpublish': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      dataItemId: string;
      copyToDraft?: boolean | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
    };
    response: { dataItem: DataItem };
  };
  /** Query a page of items by filter */
  'data.items.query': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      consistentRead?: boolean | undefined;
      language?: string | undefined;
      query?: {
        paging?: OffsetPage | undefined;
        cursorPaging?: DataCursorPaging | undefined;
        filter?: Record<string, unknown> | undefined;
        sort?: ContactSort[] | undefined;
        fields?: string[] | undefined;
      } | undefined;
      includeReferences?: { field: string; limit?: number | undefined }[] | undefined;
      includeReferencedItems?: string[] | boolean | undefined;
      includeFieldGroups?: string[] | undefined;
      returnTotalCount?: boolean | undefined;
      sortMode?: 'RANDOM' | 'DEFAULT' | undefined;
      randomOptions?: { seed?: number | undefined } | undefined;
    };
    response: DataItemsQueryResponse;
  };
  /** Count the items that match a filter */
  'data.items.count': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      consistentRead?: boolean | undefined;
      language?: string | undefined;
      filter?: Record<string, unknown> | undefined;
    };
    response: { totalCount: number };
  };
  /** List the distinct values of a field among the items that match a filter */
  'data.items.distinct': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      consistentRead?: boolean | undefined;
      language?: string | undefined;
      paging?: OffsetPage | undefined;
      cursorPaging?: DataCursorPaging | undefined;
      fieldName?: string | undefined;
      filter?: Record<string, unknown> | undefined;
      order?: 'ASC' | 'DESC' | undefined;
      returnTotalCount?: boolean | undefined;
    };
    response: { distinctValues: unknown[]; pagingMetadata: DataPagingMetadata };
  };
  /** Search items by text */
  'data.items.search': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      consistentRead?: boolean | undefined;
      language?: string | undefined;
      search: {
        paging?: OffsetPage | undefined;
        cursorPaging?: DataCursorPaging | undefined;
        filter?: Record<string, unknown> | undefined;
        sort?: ContactSort[] | undefined;
        fields?: string[] | undefined;
        search?: {
          expression?: string | null | undefined;
          fuzzy?: boolean | null | undefined;
          mode?: 'AND' | 'OR' | null | undefined;
          fields?: string[] | undefined;
        } | undefined;
      };
      includeReferences?: { field: string; limit?: number | undefined }[] | undefined;
      returnTotalCount?: boolean | undefined;
    };
    response: DataItemsQueryResponse;
  };
  /** Group items and aggregate over the groups */
  'data.items.aggregate': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      consistentRead?: boolean | undefined;
      language?: string | undefined;
      paging?: OffsetPage | undefined;
      cursorPaging?: DataCursorPaging | undefined;
      initialFilter?: Record<string, unknown> | undefined;
      aggregation?: { groupingFields?: string[] | undefined; operations?: AggregationOperation[] | undefined } | undefined;
      finalFilter?: Record<string, unknown> | undefined;
      sort?: ContactSort[] | undefined;
      returnTotalCount?: boolean | undefined;
    };
    response: DataItemsAggregateResponse;
  };
  /** Run an aggregation pipeline: filter, group, project, unwind, sort, skip, limit */
  'data.items.aggregatePipeline': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      consistentRead?: boolean | undefined;
      language?: string | undefined;
      pipeline: {
        paging?: OffsetPage | undefined;
        cursorPaging?: DataCursorPaging | undefined;
        stages?: Record<string, unknown>[] | undefined;
      };
      returnTotalCount?: boolean | undefined;
    };
    response: DataItemsAggregateResponse;
  };
  /** Add up to 1,000 items */
  'data.bulk.insert': {
    query: Record<never, never>;
    body: DataBulkInsertBody;
    response: BulkItemsResult;
  };
  /** Replace up to 1,000 items */
  'data.bulk.update': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      dataItems: DataItemInput[];
      condition?: WriteCondition | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      saveReferences?: boolean | undefined;
      returnEntity?: boolean | undefined;
    };
    response: BulkItemsResult;
  };
  /** Add or replace up to 1,000 items */
  'data.bulk.save': {
    query: Record<never, never>;
    body: DataBulkInsertBody;
    response: BulkItemsResult;
  };
  /** Change named fields of up to 1,000 items */
  'data.bulk.patch': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      patches: { dataItemId: string; fieldModifications: FieldModification[] }[];
      condition?: WriteCondition | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      saveReferences?: boolean | undefined;
      returnEntity?: boolean | undefined;
    };
    response: BulkItemsResult;
  };
  /** Remove up to 1,000 items */
  'data.bulk.remove': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      dataItemIds: string[];
      condition?: WriteCondition | undefined;
      returnEntity?: boolean | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
    };
    response: BulkItemsResult;
  };
  /** Start a job that changes every item matching a filter */
  'data.bulk.asyncPatch': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      filter?: Record<string, unknown> | undefined;
      fieldModifications: FieldModification[];
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
    };
    response: { jobId: string };
  };
  /** Start a job that removes every item matching a filter */
  'data.bulk.asyncRemove': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      filter?: Record<string, unknown> | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
    };
    response: { jobId: string };
  };
  /** Get the progress of a job */
  'data.jobs.status': {
    query: { jobId: string };
    body: Record<never, never>;
    response: { status: 'INITIALIZED' | 'PROCESSING' | 'SUCCEEDED' | 'FAILED' | 'UNKNOWN_STATUS'; successCount: number };
  };
  /** How many items a bulk change would affect, with five examples; changes nothing */
  'data.bulkChanges.preview': {
    query: Record<never, never>;
    body: DataBulkChangesPreviewBody;
    response: {
      total: number;
      examples: {
        id: string;
        item: Record<string, unknown>;
        after?: Record<string, unknown> | undefined;
        rejection?: string | undefined;
      }[];
    };
  };
  /** Start a job that changes or removes every item matching a filter, and that can be undone for 30 days */
  'data.bulkChanges.start': {
    query: Record<never, never>;
    body: DataBulkChangesPreviewBody;
    response: DataBulkChangesStartResponse;
  };
  /** The bulk changes of a collection in the last 30 days, newest first, with their progress */
  'data.bulkChanges.list': {
    query: { dataCollectionId: string; paging?: OffsetPage | undefined };
    body: Record<never, never>;
    response: { bulkChanges: BulkChange[]; pagingMetadata: DataPagingMetadata };
  };
  /** Start a job that undoes a bulk change, except on items that were changed since */
  'data.bulkChanges.undo': {
    query: Record<never, never>;
    body: { dataCollectionId: string; id: string };
    response: DataBulkChangesStartResponse;
  };
  /** Check whether an item references another */
  'data.references.isReferenced': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      referringItemFieldName?: string | undefined;
      referringItemId?: string | undefined;
      referencedItemId?: string | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      consistentRead?: boolean | undefined;
      language?: string | undefined;
    };
    response: { isReferenced: boolean };
  };
  /** Insert references */
  'data.references.insert': {
    query: Record<never, never>;
    body: DataReferencesInsertBody;
    response: DataReferencesInsertResponse;
  };
  /** Remove references */
  'data.references.remove': {
    query: Record<never, never>;
    body: DataReferencesInsertBody;
    response: DataReferencesInsertResponse;
  };
  /** Replace all references of a field */
  'data.references.replace': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      referringItemFieldName?: string | undefined;
      referringItemId?: string | undefined;
      newReferencedItemIds?: string[] | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
    };
    response: { dataItemReferences: Reference[] };
  };
  /** List the items that one or more items reference */
  'data.references.query': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      referringItemFieldName?: string | undefined;
      referringItemId?: string | undefined;
      referringItemIds?: string[] | undefined;
      order?: 'ASC' | 'DESC' | undefined;
      fields?: string[] | undefined;
      returnTotalCount?: boolean | undefined;
      paging?: OffsetPage | undefined;
      cursorPaging?: DataCursorPaging | undefined;
      environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
      suppressHooks?: boolean | undefined;
      appOptions?: Record<string, unknown> | undefined;
      publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
      consistentRead?: boolean | undefined;
      language?: string | undefined;
    };
    response: {
      results: {
        dataItem?: DataItem | undefined;
        referringItemId?: string | undefined;
        unresolvedReference?: { referringItemId: string; referencedItemId: string; unauthorized?: boolean | undefined } | undefined;
      }[];
      pagingMetadata: DataPagingMetadata;
    };
  };
  /** Create a collection; permissions default to ADMIN */
  'data.collections.create': {
    query: Record<never, never>;
    body: { collection: DataCollectionInput };
    response: DataCollectionsCreateResponse;
  };
  /** Get a collection by its id */
  'data.collections.get': {
    query: { dataCollectionId: string; consistentRead?: boolean | undefined; fields?: string[] | undefined };
    body: Record<never, never>;
    response: DataCollectionsCreateResponse;
  };
  /** List the collections of the site, by id unless sorted otherwise */
  'data.collections.list': {
    query: {
      paging?: OffsetPage | undefined;
      sort?: {
        fieldName?: 'id' | 'displayName' | 'createdDate' | 'updatedDate' | undefined;
        order?: 'ASC' | 'DESC' | undefined;
      } | undefined;
      consistentRead?: boolean | undefined;
      fields?: string[] | undefined;
    };
    body: Record<never, never>;
    response: { collections: DataCollection[]; pagingMetadata: DataPagingMetadata };
  };
  /** Replace the definition of a collection; the revision must be the current one */
  'data.collections.update': {
    query: Record<never, never>;
    body: {
      collection: {
        id: string;
        revision?: string | undefined;
        displayName?: string | null | undefined;
        displayField?: string | null | undefined;
        displayNamespace?: string | null | undefined;
        defaultDisplayOrder?: { fieldKey: string; direction?: 'ASC' | 'DESC' | undefined } | null | undefined;
        fields?: CollectionFieldInput[] | undefined;
        permissions?: CollectionPermissions | undefined;
        plugins?: {
          type: 'PUBLISH' | 'SINGLE_ITEM' | 'URLIZED' | 'GRIDAPPLESS' | 'MULTILINGUAL' | 'SHARED' | 'EDITABLE_PAGE_LINK' | 'CMS' | 'CATALOG' | 'DRAFT_ITEMS';
        }[] | undefined;
        validated?: boolean | undefined;
        collectionType?: 'NATIVE' | undefined;
      };
    };
    response: DataCollectionsCreateResponse;
  };
  /** Change the parts of a definition that the request contains */
  'data.collections.patch': {
    query: { dataCollectionId: string };
    body: {
      dataCollection: {
        revision?: string | undefined;
        displayName?: string | null | undefined;
        displayField?: string | null | undefined;
        displayNamespace?: string | null | undefined;
        defaultDisplayOrder?: { fieldKey: string; direction?: 'ASC' | 'DESC' | undefined } | null | undefined;
        fields?: CollectionFieldInput[] | undefined;
        permissions?: CollectionPermissions | undefined;
        plugins?: {
          type: 'PUBLISH' | 'SINGLE_ITEM' | 'URLIZED' | 'GRIDAPPLESS' | 'MULTILINGUAL' | 'SHARED' | 'EDITABLE_PAGE_LINK' | 'CMS' | 'CATALOG' | 'DRAFT_ITEMS';
        }[] | undefined;
        validated?: boolean | undefined;
        collectionType?: 'NATIVE' | undefined;
      };
    };
    response: DataCollectionsPatchResponse;
  };
  /** Delete a collection with its items; it can be restored for 30 days */
  'data.collections.delete': {
    query: { dataCollectionId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** Restore a deleted collection with its items */
  'data.collections.restore': {
    query: { dataCollectionId?: string | undefined };
    body: { dataCollectionId?: string | undefined };
    response: DataCollectionsPatchResponse;
  };
  /** Add a field */
  'data.fields.create': {
    query: Record<never, never>;
    body: DataFieldsCreateBody;
    response: DataCollectionsPatchResponse;
  };
  /** Replace a field */
  'data.fields.update': {
    query: Record<never, never>;
    body: DataFieldsCreateBody;
    response: DataCollectionsPatchResponse;
  };
  /** Change the properties of a field that the request contains */
  'data.fields.patch': {
    query: { dataCollectionId: string };
    body: {
      dataCollectionId?: string | undefined;
      field: {
        key: string;
        type?: 'TEXT' | 'NUMBER' | 'DATE' | 'DATETIME' | 'TIME' | 'BOOLEAN' | 'URL' | 'RICH_TEXT' | 'RICH_CONTENT' | 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT' | 'ARRAY_DOCUMENT' | 'ARRAY_STRING' | 'ARRAY' | 'OBJECT' | 'ANY' | 'REFERENCE' | 'MULTI_REFERENCE' | 'MEDIA_GALLERY' | 'MEDIA_IMAGE' | 'MEDIA_VECTOR_ART' | 'ADDRESS' | 'PAGE_LINK' | 'LANGUAGE' | 'SLUG' | 'EMAIL' | undefined;
        displayName?: string | null | undefined;
        description?: string | null | undefined;
        typeMetadata?: Record<string, unknown> | null | undefined;
        systemField?: boolean | null | undefined;
        encrypted?: boolean | null | undefined;
        readOnly?: boolean | null | undefined;
        immutable?: boolean | null | undefined;
        required?: boolean | null | undefined;
        capabilities?: Record<string, unknown> | null | undefined;
        plugins?: Record<string, unknown>[] | null | undefined;
        numberRange?: Record<string, unknown> | null | undefined;
        stringLengthRange?: Record<string, unknown> | null | undefined;
        arraySizeRange?: Record<string, unknown> | null | undefined;
        condition?: Record<string, unknown> | null | undefined;
        unique?: boolean | null | undefined;
        defaultValue?: unknown;
        access?: {
          read?: 'ANYONE' | 'SITE_MEMBER' | 'CMS_EDITOR' | 'PRIVILEGED' | undefined;
          write?: 'ANYONE' | 'SITE_MEMBER' | 'CMS_EDITOR' | 'PRIVILEGED' | undefined;
        } | null | undefined;
      };
    };
    response: DataCollectionsPatchResponse;
  };
  /** Remove a field */
  'data.fields.delete': {
    query: Record<never, never>;
    body: { dataCollectionId: string; fieldKey: string };
    response: DataCollectionsPatchResponse;
  };
  /** Add a plugin */
  'data.plugins.add': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      plugin: {
        type: 'PUBLISH' | 'SINGLE_ITEM' | 'URLIZED' | 'GRIDAPPLESS' | 'MULTILINGUAL' | 'SHARED' | 'EDITABLE_PAGE_LINK' | 'CMS' | 'CATALOG' | 'DRAFT_ITEMS';
      };
    };
    response: DataCollectionsPatchResponse;
  };
  /** Take a plugin away */
  'data.plugins.delete': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      pluginType: 'PUBLISH' | 'SINGLE_ITEM' | 'URLIZED' | 'GRIDAPPLESS' | 'MULTILINGUAL' | 'SHARED' | 'EDITABLE_PAGE_LINK' | 'CMS' | 'CATALOG' | 'DRAFT_ITEMS';
    };
    response: DataCollectionsPatchResponse;
  };
  /** Let items be drafts until they are published */
  'data.plugins.addPublish': {
    query: Record<never, never>;
    body: { dataCollectionId: string; publishOptions?: Record<string, unknown> | undefined };
    response: DataCollectionsPatchResponse;
  };
  /** Take the publish plugin away */
  'data.plugins.deletePublish': {
    query: Record<never, never>;
    body: { dataCollectionId: string };
    response: DataCollectionsPatchResponse;
  };
  /** Give items page addresses made of their fields */
  'data.plugins.addUrlized': {
    query: Record<never, never>;
    body: { dataCollectionId: string; urlizedOptions?: Record<string, unknown> | undefined };
    response: DataCollectionsPatchResponse;
  };
  /** Take the urlized plugin away */
  'data.plugins.deleteUrlized': {
    query: Record<never, never>;
    body: { dataCollectionId: string };
    response: DataCollectionsPatchResponse;
  };
  /** Let fields hold one value per language */
  'data.plugins.addMultilingual': {
    query: Record<never, never>;
    body: { dataCollectionId: string; multilingualOptions?: Record<string, unknown> | undefined };
    response: DataCollectionsPatchResponse;
  };
  /** Take the multilingual plugin away */
  'data.plugins.deleteMultilingual': {
    query: Record<never, never>;
    body: { dataCollectionId: string };
    response: DataCollectionsPatchResponse;
  };
  /** Add the CMS plugin */
  'data.plugins.addCms': {
    query: Record<never, never>;
    body: { dataCollectionId: string; cmsOptions?: Record<string, unknown> | undefined };
    response: DataCollectionsPatchResponse;
  };
  /** Take the CMS plugin away */
  'data.plugins.deleteCms': {
    query: Record<never, never>;
    body: { dataCollectionId: string };
    response: DataCollectionsPatchResponse;
  };
  /** Add the catalog plugin */
  'data.plugins.addCatalog': {
    query: Record<never, never>;
    body: { dataCollectionId: string; catalogOptions?: Record<string, unknown> | undefined };
    response: DataCollectionsPatchResponse;
  };
  /** Take the catalog plugin away */
  'data.plugins.deleteCatalog': {
    query: Record<never, never>;
    body: { dataCollectionId: string };
    response: DataCollectionsPatchResponse;
  };
  /** Keep drafts in a twin collection */
  'data.plugins.addDraftItems': {
    query: Record<never, never>;
    body: { dataCollectionId: string; draftItemsOptions?: Record<string, unknown> | undefined };
    response: DataCollectionsPatchResponse;
  };
  /** Take the draft items plugin away */
  'data.plugins.deleteDraftItems': {
    query: Record<never, never>;
    body: { dataCollectionId: string };
    response: DataCollectionsPatchResponse;
  };
  /** Start building an index */
  'data.indexes.create': {
    query: Record<never, never>;
    body: { dataCollectionId: string; index: CollectionIndexInput };
    response: { index: CollectionIndex };
  };
  /** List the indexes of a collection */
  'data.indexes.list': {
    query: { dataCollectionId: string; paging?: OffsetPage | undefined };
    body: Record<never, never>;
    response: { indexes: CollectionIndex[]; pagingMetadata: DataPagingMetadata };
  };
  /** Drop an index */
  'data.indexes.drop': {
    query: { dataCollectionId: string; indexName: string; options?: Record<string, unknown> | undefined };
    body: Record<never, never>;
    response: Empty;
  };
  /** Get the number of further indexes that a collection may have, by kind */
  'data.indexes.available': {
    query: { dataCollectionId: string };
    body: Record<never, never>;
    response: { regular1Field: number; regular3Field: number; unique1Field: number; total: number };
  };
  /** Get the access levels of a collection */
  'data.permissions.get': {
    query: { dataCollectionId: string };
    body: Record<never, never>;
    response: DataPermissionsGetResponse;
  };
  /** Change the access levels of a collection */
  'data.permissions.update': {
    query: Record<never, never>;
    body: DataPermissionsGetResponse;
    response: DataPermissionsGetResponse;
  };
  /** Get the caller's permissions in a collection */
  'data.permissions.current': {
    query: { dataCollectionId: string };
    body: Record<never, never>;
    response: { itemRead: boolean; itemInsert: boolean; itemUpdate: boolean; itemRemove: boolean };
  };
  /** Grant one user special permissions in a collection */
  'data.permissions.createSpecial': {
    query: Record<never, never>;
    body: {
      dataCollectionId: string;
      specialPermissions: {
        userId: string;
        itemRead?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
        itemInsert?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
        itemUpdate?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
        itemRemove?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
      };
    };
    response: DataPermissionsCreateSpecialResponse;
  };
  /** Change the special permissions of a user */
  'data.permissions.updateSpecial': {
    query: { specialPermissionsId: string };
    body: {
      dataCollectionId?: string | undefined;
      specialPermissions: {
        userId?: string | undefined;
        itemRead?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
        itemInsert?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
        itemUpdate?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
        itemRemove?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
      };
    };
    response: DataPermissionsCreateSpecialResponse;
  };
  /** Revoke the special permissions of a user */
  'data.permissions.deleteSpecial': {
    query: { specialPermissionsId: string; dataCollectionId?: string | undefined };
    body: Record<never, never>;
    response: Empty;
  };
  /** Preview the effect of a field change on its values */
  'data.schemaChanges.preview': {
    query: Record<never, never>;
    body: DataSchemaChangesPreviewBody;
    response: { values: number; converted: number; kept: number; samples: { id: string; value: unknown }[] };
  };
  /** Rename, retype or drop a field together with its stored values */
  'data.schemaChanges.create': {
    query: Record<never, never>;
    body: DataSchemaChangesPreviewBody;
    response: DataSchemaChangesCreateResponse;
  };
  /** List the field changes of a collection with their progress, newest first */
  'data.schemaChanges.list': {
    query: { dataCollectionId: string; paging?: OffsetPage | undefined };
    body: Record<never, never>;
    response: { schemaChanges: SchemaChange[]; pagingMetadata: DataPagingMetadata };
  };
  /** Undo a field change, within 30 days and before another change of the same field */
  'data.schemaChanges.undo': {
    query: Record<never, never>;
    body: { dataCollectionId: string; number: number };
    response: DataSchemaChangesCreateResponse;
  };
  /** List deleted collections that can be restored, newest first */
  'data.collections.listDeleted': {
    query: { paging?: OffsetPage | undefined };
    body: Record<never, never>;
    response: { deletedCollections: DeletedCollection[]; pagingMetadata: DataPagingMetadata };
  };
  /** Create a form; a taken name gets a number appended */
  'forms.forms.create': {
    query: Record<never, never>;
    body: { form: FormInput };
    response: FormsFormsCreateResponse;
  };
  /** Create up to 30 forms */
  'forms.forms.bulkCreate': {
    query: Record<never, never>;
    body: { forms: FormInput[]; returnEntity?: boolean | undefined };
    response: FormsFormsBulkCreateResponse;
  };
  /** Copy a form */
  'forms.forms.clone': {
    query: { formId: string };
    body: Empty;
    response: FormsFormsCreateResponse;
  };
  /** Copy several forms */
  'forms.forms.bulkClone': {
    query: Record<never, never>;
    body: { formIds: string[]; namespace: string; returnEntity?: boolean | undefined };
    response: FormsFormsBulkCreateResponse;
  };
  /** Create a form from a template */
  'forms.forms.cloneFromTemplate': {
    query: Record<never, never>;
    body: { namespace: string; templateId: string; useTemplateId?: boolean | undefined };
    response: FormsFormsCreateResponse;
  };
  /** Get a form, with both generations of its fields and rules */
  'forms.forms.get': {
    query: { formId: string; additionalMetadata?: Record<string, unknown> | undefined };
    body: Record<never, never>;
    response: FormsFormsCreateResponse;
  };
  /** Change a form; fields missing from formFields become deleted fields */
  'forms.forms.update': {
    query: { formId: string };
    body: { form: FormChange; mask?: unknown };
    response: FormsFormsCreateResponse;
  };
  /** Move a form to the trash, or delete it permanently with its submissions */
  'forms.forms.delete': {
    query: { formId: string; permanent?: boolean | undefined };
    body: Record<never, never>;
    response: Empty;
  };
  /** Delete several forms */
  'forms.forms.bulkDelete': {
    query: Record<never, never>;
    body: { formIds: string[]; permanent?: boolean | undefined };
    response: FormsFormsBulkCreateResponse;
  };
  /** List forms of one or all namespaces, last changed first unless sorted otherwise */
  'forms.forms.list': {
    query: {
      namespace?: string | undefined;
      formIds?: string[] | undefined;
      fieldsets?: string[] | undefined;
      order?: 'UPDATED_DATE_DESC' | 'UPDATED_DATE_ASC' | 'CREATED_DATE_ASC' | 'CREATED_DATE_DESC' | 'NAME_ASC' | 'NAME_DESC' | undefined;
      paging?: DataCursorPaging | undefined;
      paymentForm?: boolean | undefined;
      nameFilter?: { filterType?: 'UNKNOWN_FILTER_TYPE' | 'EXACT_MATCH' | 'STARTS_WITH' | undefined; name?: string | undefined } | undefined;
      enabled?: boolean | undefined;
      disabled?: boolean | undefined;
      additionalMetadata?: Record<string, unknown> | undefined;
    };
    body: Record<never, never>;
    response: FormsFormsListResponse;
  };
  /** Query forms by filter; the filter must name a namespace */
  'forms.forms.query': {
    query: Record<never, never>;
    body: { query: FormsQuery; namespace?: string | undefined; additionalMetadata?: Record<string, unknown> | undefined };
    response: FormsFormsQueryResponse;
  };
  /** Count the forms that match a filter */
  'forms.forms.countByFilter': {
    query: Record<never, never>;
    body: { filter?: Record<string, unknown> | undefined; namespace: string };
    response: { count: number };
  };
  /** Count the forms of a namespace by state */
  'forms.forms.count': {
    query: Record<never, never>;
    body: { namespace: string; fieldsets?: string[] | undefined };
    response: { totalCount: number; activeCount: number; disabledCount: number; deletedCount?: number | undefined };
  };
  /** Delete the deleted fields of a form permanently */
  'forms.fields.bulkRemoveDeleted': {
    query: Record<never, never>;
    body: { formId: string; fieldsIds: string[] };
    response: FormsFormsCreateResponse;
  };
  /** Set the extended fields of one namespace */
  'forms.forms.updateExtendedFields': {
    query: { formId: string };
    body: { id?: string | undefined; namespace: string; namespaceData: Record<string, unknown> };
    response: { namespace: string; namespaceData: Record<string, unknown> };
  };
  /** List the namespaces that may contain forms, and their limits */
  'forms.providersConfigs.list': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      configs: {
        namespace: string;
        appId?: string | undefined;
        restrictions: { maxForms: number; maxFields: number; maxDeletedForms: number; maxDeletedFields: number };
      }[];
    };
  };
  /** List the fields of a form with label and kind, including deleted ones */
  'forms.forms.getSummary': {
    query: { formId: string };
    body: Record<never, never>;
    response: {
      formSummary: {
        id: string;
        fields: {
          id: string;
          target?: string | undefined;
          label?: string | undefined;
          type: string;
          options?: { label?: string | undefined; value: unknown }[] | undefined;
          deleted: boolean;
          fields?: Record<string, unknown>[] | undefined;
        }[];
      };
    };
  };
  /** Assign and unassign tags */
  'forms.forms.bulkUpdateTags': {
    query: Record<never, never>;
    body: {
      formIds: string[];
      namespace?: string | undefined;
      assignTags?: {
        tags?: { tagIds?: string[] | undefined } | undefined;
        privateTags?: { tagIds?: string[] | undefined } | undefined;
      } | undefined;
      unassignTags?: {
        tags?: { tagIds?: string[] | undefined } | undefined;
        privateTags?: { tagIds?: string[] | undefined } | undefined;
      } | undefined;
    };
    response: FormsFormsBulkCreateResponse;
  };
  /** Assign and unassign tags of all forms that match a filter */
  'forms.forms.bulkUpdateTagsByFilter': {
    query: Record<never, never>;
    body: {
      filter: Record<string, unknown>;
      namespace?: string | undefined;
      assignTags?: {
        tags?: { tagIds?: string[] | undefined } | undefined;
        privateTags?: { tagIds?: string[] | undefined } | undefined;
      } | undefined;
      unassignTags?: {
        tags?: { tagIds?: string[] | undefined } | undefined;
        privateTags?: { tagIds?: string[] | undefined } | undefined;
      } | undefined;
    };
    response: { jobId: string };
  };
  /** List forms in the trash */
  'forms.deletedForms.list': {
    query: {
      namespace: string;
      formIds?: string[] | undefined;
      paging?: DataCursorPaging | undefined;
      order?: 'UPDATED_DATE_DESC' | 'UPDATED_DATE_ASC' | 'NAME_DESC' | 'NAME_ASC' | undefined;
      paymentForm?: boolean | undefined;
      enabled?: boolean | undefined;
      disabled?: boolean | undefined;
    };
    body: Record<never, never>;
    response: FormsFormsListResponse;
  };
  /** Query forms in the trash by filter */
  'forms.deletedForms.query': {
    query: Record<never, never>;
    body: { query: FormsQuery; namespace?: string | undefined };
    response: FormsFormsQueryResponse;
  };
  /** Get a form in the trash */
  'forms.deletedForms.get': {
    query: { formId: string };
    body: Record<never, never>;
    response: FormsFormsCreateResponse;
  };
  /** Restore a form from the trash */
  'forms.deletedForms.restore': {
    query: { formId: string };
    body: Empty;
    response: FormsFormsCreateResponse;
  };
  /** Delete a form in the trash permanently, with its submissions */
  'forms.deletedForms.remove': {
    query: { formId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** Count the forms in the trash */
  'forms.deletedForms.count': {
    query: Record<never, never>;
    body: { filter?: Record<string, unknown> | undefined; namespace: string };
    response: { count: number };
  };
  /** Submit a form; invalid values and a closed form return all violations at once */
  'forms.submissions.create': {
    query: Record<never, never>;
    body: {
      submission: SubmissionInput;
      captchaToken?: string | null | undefined;
      additionalMetadata?: Record<string, Record<string, unknown> | string[] | null> | undefined;
    };
    response: FormsSubmissionsCreateResponse;
  };
  /** Validate a submission without storing it */
  'forms.submissions.validate': {
    query: Record<never, never>;
    body: {
      submission: SubmissionInput;
      additionalMetadata?: Record<string, Record<string, unknown> | string[] | null> | undefined;
      fieldsToValidate?: string[] | undefined;
    };
    response: { valid: boolean; violationErrors: SubmissionViolation[] };
  };
  /** Get a submission */
  'forms.submissions.get': {
    query: { submissionId: string };
    body: Record<never, never>;
    response: FormsSubmissionsCreateResponse;
  };
  /** Change the properties of a submission that the request contains */
  'forms.submissions.update': {
    query: { submissionId: string };
    body: { submission: SubmissionChange; mask?: unknown };
    response: FormsSubmissionsCreateResponse;
  };
  /** Confirm a pending submission */
  'forms.submissions.confirm': {
    query: { submissionId: string };
    body: { submissionId?: string | undefined };
    response: FormsSubmissionsCreateResponse;
  };
  /** Move a submission to the trash, or delete it permanently */
  'forms.submissions.delete': {
    query: { submissionId: string; permanent?: boolean | undefined; preserveFiles?: boolean | undefined };
    body: Record<never, never>;
    response: Empty;
  };
  /** Delete up to 100 submissions of a form */
  'forms.submissions.bulkDelete': {
    query: Record<never, never>;
    body: { formId: string; submissionIds: string[]; permanent?: boolean | undefined; preserveFiles?: boolean | undefined };
    response: FormsSubmissionsBulkDeleteResponse;
  };
  /** Query submissions by filter (deprecated path of the next call) */
  'forms.submissions.query': {
    query: Record<never, never>;
    body: FormsSubmissionsQueryBody;
    response: FormsSubmissionsQueryResponse;
  };
  /** Query submissions by filter; the filter must name a namespace */
  'forms.submissions.queryByNamespace': {
    query: Record<never, never>;
    body: FormsSubmissionsQueryBody;
    response: FormsSubmissionsQueryResponse;
  };
  /** Search submissions by filter and by words of their values */
  'forms.submissions.searchByNamespace': {
    query: Record<never, never>;
    body: {
      search: {
        filter?: Record<string, unknown> | undefined;
        sort?: ContactSort[] | undefined;
        search?: { expression?: string | null | undefined; mode?: 'OR' | 'AND' | undefined; fuzzy?: boolean | undefined } | undefined;
        cursorPaging?: DataCursorPaging | undefined;
        paging?: OffsetPage | undefined;
      };
      onlyYourOwn?: boolean | undefined;
    };
    response: FormsSubmissionsQueryResponse;
  };
  /** Count the submissions and the unseen submissions of each form */
  'forms.submissions.count': {
    query: Record<never, never>;
    body: {
      formIds: string[];
      namespace: string;
      statuses?: ('PENDING' | 'CONFIRMED' | 'PAYMENT_WAITING' | 'PAYMENT_CANCELED')[] | undefined;
    };
    response: { formsSubmissionsCount: { formId: string; totalCount: number; unseenCount: number }[] };
  };
  /** Count the submissions that match a filter, by form */
  'forms.submissions.countByFilter': {
    query: Record<never, never>;
    body: {
      filter: Record<string, unknown>;
      search?: { expression?: string | null | undefined; mode?: 'OR' | 'AND' | undefined; fuzzy?: boolean | undefined } | undefined;
    };
    response: { formsSubmissionsCount: { formId: string; totalCount: number; unseenCount: number }[] };
  };
  /** Mark submissions as seen */
  'forms.submissions.bulkMarkAsSeen': {
    query: Record<never, never>;
    body: { ids: string[]; formId: string };
    response: { jobId: string };
  };
  /** Export the submissions of a form as CSV, one column per field, oldest first, with times in the time zone of the site; formulas are escaped as text */
  'forms.submissions.export': {
    query: { formId: string; statuses?: ('PENDING' | 'CONFIRMED' | 'PAYMENT_WAITING' | 'PAYMENT_CANCELED')[] | undefined };
    body: Record<never, never>;
    response: never;
  };
  /** Create an upload URL for one file of a submission */
  'forms.submissions.getMediaUploadUrl': {
    query: Record<never, never>;
    body: { formId: string; filename: string; mimeType: string };
    response: { uploadUrl: string };
  };
  /** Set the extended fields of one namespace */
  'forms.submissions.updateExtendedFields': {
    query: { submissionId: string };
    body: { id?: string | undefined; namespace: string; namespaceData: Record<string, unknown> };
    response: { namespace: string; namespaceData: Record<string, unknown> };
  };
  /** Assign and unassign tags */
  'forms.submissions.bulkUpdateTags': {
    query: Record<never, never>;
    body: {
      submissionIds: string[];
      assignTags?: {
        tags?: { tagIds?: string[] | undefined } | undefined;
        privateTags?: { tagIds?: string[] | undefined } | undefined;
      } | undefined;
      unassignTags?: {
        tags?: { tagIds?: string[] | undefined } | undefined;
        privateTags?: { tagIds?: string[] | undefined } | undefined;
      } | undefined;
    };
    response: FormsSubmissionsBulkDeleteResponse;
  };
  /** Assign and unassign tags of all submissions that match a filter */
  'forms.submissions.bulkUpdateTagsByFilter': {
    query: Record<never, never>;
    body: {
      filter: Record<string, unknown>;
      assignTags?: {
        tags?: { tagIds?: string[] | undefined } | undefined;
        privateTags?: { tagIds?: string[] | undefined } | undefined;
      } | undefined;
      unassignTags?: {
        tags?: { tagIds?: string[] | undefined } | undefined;
        privateTags?: { tagIds?: string[] | undefined } | undefined;
      } | undefined;
    };
    response: { jobId: string };
  };
  /** Create or update a contact from a submission */
  'forms.submissions.upsertContact': {
    query: Record<never, never>;
    body: { submissionId: string; contactId?: string | undefined; emailVerified?: boolean | undefined };
    response: {
      submitContactResponse: {
        contactId: string;
        identityType: 'UNKNOWN' | 'CONTACT' | 'MEMBER' | 'NOT_AUTHENTICATED_MEMBER';
        newContact: boolean;
      };
    };
  };
  /** Get the URL at which a submission can be downloaded as a document */
  'forms.submissions.getDocument': {
    query: { submissionId: string };
    body: Record<never, never>;
    response: {
      document: {
        id: string;
        status: 'UNKNOWN_STATUS' | 'READY' | 'PENDING' | 'FAILED';
        readyDetails?: { downloadUrl: string } | undefined;
      };
    };
  };
  /** Download the PDF as an attachment; the URL is valid for some minutes and needs no token */
  'forms.submissions.openDocument': {
    query: { link: string };
    body: Record<never, never>;
    response: never;
  };
  /** Get the document itself, in the format of Wix */
  'forms.submissions.download': {
    query: { submissionId: string; accessToken?: string | undefined };
    body: Record<never, never>;
    response: { statusCode: number; body: string; headers: { key: string; value: string }[] };
  };
  /** Get labels and values as text, in the order of the form */
  'forms.submissions.getFormatted': {
    query: { submissionId: string };
    body: Record<never, never>;
    response: { submissionId: string; submissions: { label: string; key: string; value: string; fieldId?: string | undefined }[] };
  };
  /** List the submissions of a form in the trash */
  'forms.deletedSubmissions.list': {
    query: {
      formId: string;
      submissionIds?: string[] | undefined;
      paging?: DataCursorPaging | undefined;
      statuses?: ('PENDING' | 'CONFIRMED' | 'PAYMENT_WAITING' | 'PAYMENT_CANCELED')[] | undefined;
      namespace?: string | undefined;
    };
    body: Record<never, never>;
    response: { submissions: Submission[]; pagingMetadata: FormsCursorMetadata };
  };
  /** Get a submission in the trash */
  'forms.deletedSubmissions.get': {
    query: { submissionId: string };
    body: Record<never, never>;
    response: FormsSubmissionsCreateResponse;
  };
  /** Restore a submission from the trash */
  'forms.deletedSubmissions.restore': {
    query: { submissionId: string };
    body: { submissionId?: string | undefined };
    response: FormsSubmissionsCreateResponse;
  };
  /** Delete a submission in the trash permanently */
  'forms.deletedSubmissions.remove': {
    query: { submissionId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** Delete several submissions in the trash permanently */
  'forms.deletedSubmissions.bulkRemove': {
    query: Record<never, never>;
    body: { formId: string; submissionIds: string[] };
    response: FormsSubmissionsBulkDeleteResponse;
  };
  /** Count the submissions of each form in the trash */
  'forms.deletedSubmissions.count': {
    query: Record<never, never>;
    body: {
      formIds: string[];
      namespace: string;
      statuses?: ('PENDING' | 'CONFIRMED' | 'PAYMENT_WAITING' | 'PAYMENT_CANCELED')[] | undefined;
    };
    response: { formsDeletedSubmissionsCount: { formId: string; totalCount: number }[] };
  };
  /** Issue a single-use ticket that records when Portico's own form was shown */
  'forms.forms.getTicket': {
    query: { formId: string };
    body: Record<never, never>;
    response: { ticket: string; expiresDate: string };
  };
  /** Check whether a submission would be classified as spam */
  'forms.spamReports.check': {
    query: Record<never, never>;
    body: { submission: SubmissionInput };
    response: {
      spam: boolean;
      spamReport?: {
        reportReason: 'EMAIL_BLOCKLISTED' | 'EMAIL_QUOTA_REACHED' | 'IP_BLOCKLISTED' | 'AI_REPORTED' | 'AI_REPORTED_LLM' | 'MANUALLY_REPORTED' | 'MODERATION_SPI';
        reportReasonDescription?: string | undefined;
      } | undefined;
    };
  };
  /** Create a spam report */
  'forms.spamReports.create': {
    query: Record<never, never>;
    body: {
      formSpamSubmissionReport: {
        formId: string;
        submissions?: Record<string, unknown> | undefined;
        reportReason?: 'EMAIL_BLOCKLISTED' | 'EMAIL_QUOTA_REACHED' | 'IP_BLOCKLISTED' | 'AI_REPORTED' | 'AI_REPORTED_LLM' | 'MANUALLY_REPORTED' | 'MODERATION_SPI' | undefined;
        reportReasonDescription?: string | undefined;
        extendedFields?: { namespaces?: Record<string, Record<string, unknown>> | undefined } | undefined;
      };
    };
    response: FormsSpamReportsCreateResponse;
  };
  /** Get a spam report */
  'forms.spamReports.get': {
    query: { formSpamSubmissionReportId: string };
    body: Record<never, never>;
    response: FormsSpamReportsCreateResponse;
  };
  /** Delete a spam report */
  'forms.spamReports.delete': {
    query: { formSpamSubmissionReportId: string };
    body: Record<never, never>;
    response: Empty;
  };
  /** Convert a submission to a spam report */
  'forms.submissions.reportSpam': {
    query: { submissionId: string };
    body: {
      submissionId?: string | undefined;
      reportReason?: 'EMAIL_BLOCKLISTED' | 'EMAIL_QUOTA_REACHED' | 'IP_BLOCKLISTED' | 'AI_REPORTED' | 'AI_REPORTED_LLM' | 'MANUALLY_REPORTED' | 'MODERATION_SPI' | undefined;
      reportReasonDescription?: string | undefined;
    };
    response: FormsSpamReportsCreateResponse;
  };
  /** Convert several submissions to spam reports */
  'forms.submissions.bulkReportSpam': {
    query: Record<never, never>;
    body: {
      formId: string;
      submissionIds: string[];
      reportReason?: 'EMAIL_BLOCKLISTED' | 'EMAIL_QUOTA_REACHED' | 'IP_BLOCKLISTED' | 'AI_REPORTED' | 'AI_REPORTED_LLM' | 'MANUALLY_REPORTED' | 'MODERATION_SPI' | undefined;
      reportReasonDescription?: string | undefined;
      returnEntity?: boolean | undefined;
    };
    response: {
      results: { itemMetadata: ItemMetadata2; item?: SpamReport | undefined }[];
      bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
    };
  };
  /** Convert a spam report back to a submission */
  'forms.spamReports.reportNotSpam': {
    query: { formSpamSubmissionReportId: string };
    body: { formSpamSubmissionReportId?: string | undefined };
    response: FormsSubmissionsCreateResponse;
  };
  /** Convert several spam reports back to submissions */
  'forms.spamReports.bulkReportNotSpam': {
    query: Record<never, never>;
    body: { formId: string; formSpamSubmissionReportIds: string[]; returnEntity?: boolean | undefined };
    response: {
      results: { itemMetadata: ItemMetadata2; item?: Submission | undefined; formSpamSubmissionReportId: string }[];
      bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
    };
  };
  /** Delete several spam reports */
  'forms.spamReports.bulkDelete': {
    query: Record<never, never>;
    body: { formId?: string | undefined; formSpamSubmissionReportIds: string[] };
    response: FormsSubmissionsBulkDeleteResponse;
  };
  /** Delete all spam reports that match a filter */
  'forms.spamReports.deleteByFilter': {
    query: Record<never, never>;
    body: { filter: Record<string, unknown> };
    response: { jobId: string };
  };
  /** Query spam reports by filter; the filter must name a namespace */
  'forms.spamReports.query': {
    query: Record<never, never>;
    body: { query: FormsQuery };
    response: { formSpamSubmissionReports: SpamReport[]; pagingMetadata: FormsCursorMetadata };
  };
  /** Count the spam reports of each form */
  'forms.spamReports.count': {
    query: Record<never, never>;
    body: { formIds: string[]; namespace: string };
    response: { formsSpamSubmissionReportsCount: { formId: string; totalCount: number }[] };
  };
  /** Get the maximum number of forms, fields, steps and rules */
  'forms.restrictions.get': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      restrictions: {
        formsLimit: { limit: number; warnThreshold?: number | undefined };
        fieldsLimit: { limit: number; warnThreshold?: number | undefined };
        stepsLimit: { limit: number; warnThreshold?: number | undefined };
        conditionsLimit: { limit: number; warnThreshold?: number | undefined };
        emailsLimit: { limit: number; warnThreshold?: number | undefined };
        rulesLimit: { limit: number; warnThreshold?: number | undefined };
        features: string[];
        ascendPlan?: string | undefined;
      };
      totalFormCount: number;
    };
  };
  /** Get country, language and currency of the site for the form viewer */
  'forms.siteProperties.get': {
    query: Record<never, never>;
    body: Record<never, never>;
    response: {
      siteProperties: { localeCountry: string; localeLanguageCode: string; paymentCurrency: string; maxFileMb: number };
    };
  };
  /** List the address templates of countries */
  'forms.addressTemplates.list': {
    query: { templateIds?: string[] | undefined; namespace?: string | undefined };
    body: Record<never, never>;
    response: {
      templates: {
        namespace?: string | undefined;
        name?: string | undefined;
        formFields?: FormFieldV4[] | undefined;
        fields?: FormFieldEarlier[] | undefined;
        steps?: Steps[] | undefined;
        formRules?: FormRules[] | undefined;
        rules?: Rules[] | undefined;
        enabled?: boolean | undefined;
        disabledFormMessage?: Record<string, unknown> | undefined;
        limitationRule?: {
          maxAllowedSubmissions?: number | undefined;
          dateTimeDeadline?: string | undefined;
          submissionLimitPerUser?: number | undefined;
        } | undefined;
        spamFilterProtectionLevel?: 'UNKNOWN_SPAM_FILTER_PROTECTION_LEVEL' | 'NONE' | 'BASIC' | 'ADVANCED' | undefined;
        requiredIndicatorProperties?: RequiredIndicatorProperties | undefined;
        submitSettings?: SubmitSettings | undefined;
        tags?: {
          tags?: { tagIds?: string[] | undefined } | undefined;
          privateTags?: { tagIds?: string[] | undefined } | undefined;
        } | undefined;
        quizSettings?: Record<string, unknown> | undefined;
        autoFillContact?: string | undefined;
        submissionAccess?: string | undefined;
        submissionPolicy?: SubmissionPolicy | undefined;
        extendedFields?: { namespaces?: Record<string, Record<string, unknown>> | undefined } | undefined;
        properties?: { name?: string | undefined; disabled?: boolean | undefined } | undefined;
        kind?: string | undefined;
        sourceFormId?: string | undefined;
        nestedForms?: Record<string, unknown>[] | undefined;
        postSubmissionTriggers?: Record<string, unknown> | undefined;
        fieldGroups?: Record<string, unknown>[] | undefined;
        id?: string | undefined;
        deletedFormFields?: FormFieldV4[] | undefined;
        deletedFields?: FormFieldEarlier[] | undefined;
        revision?: string | undefined;
        createdDate?: string | undefined;
        updatedDate?: string | undefined;
        mediaFolderId?: string | undefined;
      }[];
    };
  };
}

/** A dashboard user and a short-lived access token. */
export type DashboardSession = { accessToken: string; expiresInSeconds: number; user: DashboardUser };

/** A person who works on sites in the dashboard. */
export type DashboardUser = { userId: string; email: string; name: string };

/** An object without fields. */
export type Empty = {};

/** A site of the installation, as a dashboard user sees it. */
export type Site = {
  siteId: string;
  name: string;
  slug: string;
  url: string;
  role?: 'owner' | 'admin' | 'editor' | 'viewer' | undefined;
  timeZone: string;
  isFirst: boolean;
  clientId: string | null;
  starter: { collectionId: string; formId: string } | null;
  createdDate: string;
};

export type SitesSitesGetResponse = { site: Site };

/** A deleted site that can still be restored. */
export type DeletedSite = { siteId: string; name: string; slug: string; deletedDate: string; restorableUntil: string };

/** A website or program that signs visitors and members in. */
export type OAuthApp = {
  clientId: string;
  name: string;
  redirectUris: string[];
  redirectDomains: string[];
  rotateRefreshTokens: boolean;
  createdDate: string;
  firstUsedDate: string | null;
  lastUsedDate: string | null;
};

/** A key for servers that act for the site. Its secret is shown once, when it is created. */
export type ApiKey = {
  keyId: string;
  name: string;
  scopes: string[];
  createdDate: string;
  expiresDate: string | null;
  lastUsedDate: string | null;
};

/** Selects a page by its size and the number of entries to skip. */
export type OffsetPage = { limit?: number | undefined; offset?: number | undefined };

/** The state of an installation, as its operator sees it. */
export type InstallationHealth = {
  process: {
    version: string;
    startedDate: string;
    memoryBytes: number;
    pages: 'ready' | 'building' | 'failed';
    pools: { pool: string; maxConnections: number; active: number; idle: number; waiting: number }[];
  };
  database: { version: string; sizeBytes: number; connections: number };
  queues: { queue: string; rows: number; oldestDueSeconds: number }[];
  disk: { totalBytes: number; freeBytes: number } | null;
  mail: { hasServer: boolean; acceptedCount: number; failedCount: number };
  backups: { kind: string; startedDate: string; finishedDate: string | null; sizeBytes: number | null; failure: string | null }[];
};

export type SitesSettingsGetResponse = { settings: SiteSettings };

/** Every setting of a site. */
export type SiteSettings = { language: 'en' | 'de' | 'he'; theme: Theme; signIn: SignIn; members: Members; mail: Mail; forms: Forms };

/** Colors and logo of the hosted pages. */
export type Theme = {
  logoUrl: string | null;
  accentColor: string | null;
  corners: 'SHARP' | 'ROUNDED' | 'ROUND';
  signInText: string;
  signUpText: string;
};

export type SignIn = {
  signUp: 'OPEN' | 'CLOSED';
  requireOwnerApproval: boolean;
  requireEmailVerification: boolean;
  requiredFields: string[];
  protectAccountExistence: boolean;
  captcha: {
    mode: 'OFF' | 'VISIBLE' | 'INVISIBLE';
    provider: 'ALTCHA' | 'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE';
    siteKey: string;
    hasSecret: boolean;
  };
};

export type Members = { fields: Fields[]; contentOfDeleted: 'ANONYMISE' | 'DELETE' };

export type Fields = {
  key: string;
  name: string;
  type: 'TEXT' | 'NUMBER' | 'DATE' | 'BOOLEAN' | 'CHOICE' | 'URL' | 'LIST';
  choices?: string[] | undefined;
  editableByMember: boolean;
};

export type Mail = {
  fromName: string;
  fromAddress: string;
  replyTo: string;
  smtp: { host: string; port: number; security: 'TLS' | 'STARTTLS' | 'NONE'; user: string; hasPassword: boolean } | null;
};

export type Forms = {
  limits: {
    maxForms: number;
    maxFields: number;
    maxSteps: number;
    maxRules: number;
    maxDeletedForms: number;
    maxDeletedFields: number;
  };
  trashDays: { submissions: number; forms: number };
  pendingDays: number;
  files: { maxFileMb: number; formQuotaMb: number; siteQuotaMb: number };
  spam: { blockedAddresses: string[]; blockedEmails: string[]; emailsPerHour: number };
  currency: string;
  country: string;
  notifyOwners: boolean;
};

/** Settings to change. Omitted sections and fields stay unchanged. */
export type SiteSettingsChanges = {
  language?: 'en' | 'de' | 'he' | undefined;
  theme?: {
    logoUrl?: string | null | undefined;
    accentColor?: string | null | undefined;
    corners?: 'SHARP' | 'ROUNDED' | 'ROUND' | undefined;
    signInText?: string | undefined;
    signUpText?: string | undefined;
  } | undefined;
  signIn?: {
    signUp?: 'OPEN' | 'CLOSED' | undefined;
    requireOwnerApproval?: boolean | undefined;
    requireEmailVerification?: boolean | undefined;
    requiredFields?: string[] | undefined;
    protectAccountExistence?: boolean | undefined;
    captcha?: {
      mode?: 'OFF' | 'VISIBLE' | 'INVISIBLE' | undefined;
      provider?: 'ALTCHA' | 'RECAPTCHA' | 'HCAPTCHA' | 'TURNSTILE' | undefined;
      siteKey?: string | undefined;
      secret?: string | undefined;
    } | undefined;
  } | undefined;
  members?: { fields?: Fields[] | undefined; contentOfDeleted?: 'ANONYMISE' | 'DELETE' | undefined } | undefined;
  mail?: {
    fromName?: string | undefined;
    fromAddress?: string | undefined;
    replyTo?: string | undefined;
    smtp?: { host: string; port: number; security: 'TLS' | 'STARTTLS' | 'NONE'; user: string; password?: string | undefined } | null | undefined;
  } | undefined;
  forms?: {
    limits?: {
      maxForms?: number | undefined;
      maxFields?: number | undefined;
      maxSteps?: number | undefined;
      maxRules?: number | undefined;
      maxDeletedForms?: number | undefined;
      maxDeletedFields?: number | undefined;
    } | undefined;
    trashDays?: { submissions?: number | undefined; forms?: number | undefined } | undefined;
    pendingDays?: number | undefined;
    files?: { maxFileMb?: number | undefined; formQuotaMb?: number | undefined; siteQuotaMb?: number | undefined } | undefined;
    spam?: {
      blockedAddresses?: string[] | undefined;
      blockedEmails?: string[] | undefined;
      emailsPerHour?: number | undefined;
    } | undefined;
    currency?: string | undefined;
    country?: string | undefined;
    notifyOwners?: boolean | undefined;
  } | undefined;
};

/** A mail that the server has sent, will send or could not send. */
export type Mail2 = {
  mailId: string;
  kind: 'VERIFY_EMAIL' | 'RECOVERY' | 'ACTIVATION' | 'SET_PASSWORD' | 'ADDRESS_TAKEN' | 'APPROVED' | 'APPROVAL_WAITING' | 'PASSWORD_CHANGED' | 'NEW_DEVICE' | 'EMAIL_CHANGED' | 'ACCOUNT_DELETED' | 'WEBHOOK_DISABLED' | 'NEW_SUBMISSION' | 'MORE_SUBMISSIONS' | 'TEST';
  recipient: string;
  language: 'en' | 'de' | 'he';
  subject: string;
  status: 'QUEUED' | 'SENT' | 'KEPT' | 'FAILED';
  attempts: number;
  lastError: string | null;
  createdDate: string;
  nextAttemptDate: string | null;
  sentDate: string | null;
};

/** Texts of one kind of mail in one language. */
export type MailTemplate = { subject: string; heading: string; text: string; button: string };

export type SitesMailTemplatesPutQuery = {
  kind: 'VERIFY_EMAIL' | 'RECOVERY' | 'ACTIVATION' | 'SET_PASSWORD' | 'ADDRESS_TAKEN' | 'APPROVED' | 'APPROVAL_WAITING' | 'PASSWORD_CHANGED' | 'NEW_DEVICE' | 'EMAIL_CHANGED' | 'ACCOUNT_DELETED' | 'WEBHOOK_DISABLED' | 'NEW_SUBMISSION' | 'MORE_SUBMISSIONS' | 'TEST';
  language: 'en' | 'de' | 'he';
};

export type SitesOauthAppsCreateResponse = { oAuthApp: VendorOAuthApp };

/** An OAuth app in the format that the clients of Wix read. It does not contain the secret. */
export type VendorOAuthApp = {
  id: string;
  createdDate: string;
  name: string;
  description: string;
  loginUrl?: string | undefined;
  logoutUrl?: string | undefined;
  allowedRedirectUris: string[];
  allowedRedirectDomains: string[];
  applicationType: 'OAUTH_APP_TYPE_UNSPECIFIED' | 'WEB_APP' | 'MOBILE' | 'OTHER';
  technology: 'OAUTH_TECHNOLOGY_UNSPECIFIED' | 'JAVASCRIPT' | 'ANGULAR' | 'VUE' | 'REACT' | 'REACT_NATIVE' | 'IOS' | 'ANDROID' | 'OTHER_TECHNOLOGY';
  redirectUrlWixPages: string;
};

export type EventsWebhooksCreateResponse = { webhook: Webhook; secret: string | null };

/** A URL to which the server sends the events of a site. */
export type Webhook = {
  webhookId: string;
  name: string;
  url: string;
  eventTypes: ('*' | 'wix.forms.v4.submission_created' | 'wix.forms.v4.submission_updated' | 'wix.forms.v4.submission_deleted' | 'wix.forms.v4.submission_removed_submission_from_trash' | 'wix.forms.v4.submission_status_updated' | 'wix.forms.v4.submission_submission_contact_mapped' | 'wix.forms.v4.submission_submission_contact_mapping_skipped' | 'wix.forms.v4.form_created' | 'wix.forms.v4.form_updated' | 'wix.forms.v4.form_deleted' | 'wix.forms.v4.form_disabled_form' | 'wix.forms.v4.form_enabled_form' | 'wix.members.v1.member_created' | 'wix.members.v1.member_updated' | 'wix.members.v1.member_approved' | 'wix.members.v1.member_blocked' | 'wix.members.v1.member_deleted')[];
  format: 'JWT' | 'STANDARD';
  enabled: boolean;
  disabledReason: 'GONE' | 'FAILING' | null;
  failingSince: string | null;
  publicKey: string | null;
  createdDate: string;
  updatedDate: string;
};

export type EventsWebhooksTestResponse = { delivery: WebhookDelivery };

/** The delivery of one event to one webhook. */
export type WebhookDelivery = {
  deliveryId: string;
  webhookId: string;
  eventType: string;
  entityId: string;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  attempts: number;
  createdDate: string;
  nextAttemptDate: string | null;
  finishedDate: string | null;
};

/** A delivery with its request and its attempts. */
export type WebhookDeliveryDetails = {
  deliveryId: string;
  webhookId: string;
  eventType: string;
  entityId: string;
  status: 'PENDING' | 'DELIVERED' | 'FAILED';
  attempts: number;
  createdDate: string;
  nextAttemptDate: string | null;
  finishedDate: string | null;
  request: { url: string; headers: Record<string, string>; body: string } | null;
  attemptLog: WebhookDeliveryAttempt[];
};

/** One attempt to deliver an event, and the response of the receiver. */
export type WebhookDeliveryAttempt = { date: string; durationMs: number; httpStatus: number | null; answer: string | null; error: string | null };

/** An uploaded file. Submissions refer to it by its `url`. */
export type UploadedFile = {
  id: string;
  url: string;
  displayName: string;
  fileType: string;
  mediaType: 'VIDEO' | 'IMAGE' | 'AUDIO' | 'DOCUMENT' | 'ARCHIVE' | 'MODEL_3D';
  sizeInBytes: number;
};

/** A person known to the site, in the format of Portico’s own calls. */
export type Contact = {
  id: string;
  revision: string;
  createdDate: string;
  updatedDate: string;
  source: { sourceType: string };
  primaryInfo: { email?: string | undefined; phone?: string | undefined };
  info: ContactInfo;
  memberId?: string | undefined;
  confirmedEmails: string[];
};

/** The stored data of a person. */
export type ContactInfo = {
  name?: { first?: string | undefined; last?: string | undefined } | undefined;
  emails?: {
    items?: { id?: string | undefined; tag?: string | undefined; email: string; primary?: boolean | undefined }[] | undefined;
  } | undefined;
  phones?: Phones | undefined;
  addresses?: Addresses | undefined;
  company?: string | undefined;
  jobTitle?: string | undefined;
  birthdate?: string | undefined;
  labelKeys?: { items?: string[] | undefined } | undefined;
  extendedFields?: { items?: Record<string, string | number | boolean> | undefined } | undefined;
};

export type Phones = { items?: Items[] | undefined };

export type Items = {
  id?: string | undefined;
  tag?: string | undefined;
  countryCode?: string | undefined;
  phone: string;
  e164Phone?: string | undefined;
  primary?: boolean | undefined;
};

export type Addresses = { items?: Items2[] | undefined };

export type Items2 = { id?: string | undefined; tag?: string | undefined; address: Address };

export type Address = {
  country?: string | undefined;
  subdivision?: string | undefined;
  city?: string | undefined;
  postalCode?: string | undefined;
  addressLine?: string | undefined;
  addressLine2?: string | undefined;
  streetAddress?: { name?: string | undefined; number?: string | undefined } | undefined;
};

export type ContactsContactsCreateResponse = { contact: Contact };

/** A label that groups contacts. */
export type ContactLabel = { key: string; displayName: string };

export type ContactsV4CreateResponse = { contact: ContactV4 };

/** A contact in the format of version 4 of the Contacts API of Wix. */
export type ContactV4 = {
  id: string;
  revision: number;
  createdDate: string;
  updatedDate: string;
  source: { sourceType: string };
  primaryInfo: { email?: string | undefined; phone?: string | undefined };
  info: ContactInfo;
  primaryEmail?: { email: string; subscriptionStatus: string } | undefined;
  primaryPhone?: { phone: string; e164Phone?: string | undefined; countryCode?: string | undefined } | undefined;
  memberInfo?: { memberId: string } | undefined;
};

/** A field to sort contacts by. */
export type ContactSort = { fieldName: string; order?: 'ASC' | 'DESC' | undefined };

export type ContactsV4ListResponse = { contacts: ContactV4[]; pagingMetadata: ContactPageMetadata };

/** Position of a page of contacts, and the number of all matching contacts. */
export type ContactPageMetadata = { count: number; offset: number; total: number; tooManyToCount: boolean };

/** A contact label in the format of version 4 of the Contacts API of Wix. */
export type ContactLabelV4 = { key: string; displayName: string; namespace: string; labelType: string };

/** The writable properties of a contact, in the format of version 5 of the Contacts API of Wix. */
export type ContactV5Input = {
  name?: { first?: string | undefined; last?: string | undefined } | undefined;
  email?: { email: string } | undefined;
  additionalEmails?: { email: string }[] | undefined;
  phone?: { tag?: string | undefined; phone: string; e164?: string | undefined } | undefined;
  additionalPhones?: { tag?: string | undefined; phone: string; e164?: string | undefined }[] | undefined;
  addresses?: Addresses2[] | undefined;
  company?: { name?: string | undefined; jobTitle?: string | undefined } | undefined;
  birthdate?: string | undefined;
  tags?: { privateTags?: { tagIds?: string[] | undefined } | undefined } | undefined;
};

export type Addresses2 = { id?: string | undefined; tag?: string | undefined; address: Address2 };

export type Address2 = {
  country?: string | undefined;
  subdivision?: string | undefined;
  city?: string | undefined;
  postalCode?: string | undefined;
  addressLine1?: string | undefined;
  addressLine2?: string | undefined;
  streetAddress?: { name?: string | undefined; number?: string | undefined } | undefined;
};

export type ContactsV5CreateResponse = { contact: ContactV5 };

/** A contact in the format of version 5 of the Contacts API of Wix. */
export type ContactV5 = {
  name?: { first?: string | undefined; last?: string | undefined } | undefined;
  email?: { email: string } | undefined;
  additionalEmails?: { email: string }[] | undefined;
  phone?: { tag?: string | undefined; phone: string; e164?: string | undefined } | undefined;
  additionalPhones?: { tag?: string | undefined; phone: string; e164?: string | undefined }[] | undefined;
  addresses?: Addresses2[] | undefined;
  company?: { name?: string | undefined; jobTitle?: string | undefined } | undefined;
  birthdate?: string | undefined;
  tags?: { privateTags?: { tagIds?: string[] | undefined } | undefined } | undefined;
  id: string;
  revision: string;
  createdDate: string;
  updatedDate: string;
  memberInfo?: { memberId: string } | undefined;
};

/** Selects a page of items by the cursor that the previous page returned. Omit the cursor for the first page. */
export type DataCursorPaging = { limit?: number | undefined; cursor?: string | undefined };

export type ContactsV5QueryResponse = { contacts: ContactV5[]; pagingMetadata: ContactCursorMetadata };

/** Cursors of the pages before and after this one. */
export type ContactCursorMetadata = { count: number; cursors: { next?: string | undefined; prev?: string | undefined }; hasNext: boolean };

/** A token request (RFC 6749). Every parameter may be written in camelCase or in snake_case. */
export type TokenRequest = {
  grantType?: string | undefined;
  grant_type?: string | undefined;
  clientId?: string | undefined;
  client_id?: string | undefined;
  clientSecret?: string | undefined;
  client_secret?: string | undefined;
  refreshToken?: string | undefined;
  refresh_token?: string | undefined;
  redirectUri?: string | undefined;
  redirect_uri?: string | undefined;
  code?: string | undefined;
  codeVerifier?: string | undefined;
  code_verifier?: string | undefined;
  scope?: string | undefined;
  memberId?: string | undefined;
  member_id?: string | undefined;
  sessionToken?: string | undefined;
  session_token?: string | undefined;
  instanceId?: string | undefined;
  instance_id?: string | undefined;
  body?: string | undefined;
};

/** The profile that a person enters when registering. Every field is optional. */
export type IdentityProfile = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  nickname?: string | undefined;
  picture?: string | undefined;
  emails?: string[] | undefined;
  phones?: string[] | undefined;
  labels?: string[] | undefined;
  language?: string | undefined;
  privacyStatus?: 'UNDEFINED' | 'PUBLIC' | 'PRIVATE' | undefined;
  customFields?: CustomFields[] | Record<string, unknown> | undefined;
  secondaryEmails?: { email: string; tag?: 'UNTAGGED' | 'MAIN' | 'HOME' | 'WORK' | undefined }[] | undefined;
  phonesV2?: {
    countryCode?: string | undefined;
    phone: string;
    tag?: 'UNTAGGED' | 'MAIN' | 'HOME' | 'MOBILE' | 'WORK' | 'FAX' | undefined;
  }[] | undefined;
  addresses?: ProfileAddress[] | undefined;
  company?: string | undefined;
  position?: string | undefined;
  birthdate?: string | undefined;
  slug?: string | undefined;
  vatId?: string | undefined;
};

export type CustomFields = { name: string; value: Value };

export type Value = {
  strValue?: string | undefined;
  numValue?: number | undefined;
  dateValue?: string | undefined;
  boolValue?: boolean | undefined;
  listValue?: { value: unknown[] } | undefined;
  mapValue?: { value: Record<string, unknown> } | undefined;
};

/** A postal address of a member. */
export type ProfileAddress = { address: Address3; tag?: 'UNTAGGED' | 'HOME' | 'WORK' | 'BILLING' | 'SHIPPING' | undefined };

export type Address3 = {
  country?: string | undefined;
  subdivision?: string | undefined;
  city?: string | undefined;
  postalCode?: string | undefined;
  addressLine?: string | undefined;
  addressLine2?: string | undefined;
};

export type CaptchaTokens = {
  Recaptcha?: string | undefined;
  InvisibleRecaptcha?: string | undefined;
  NoCaptcha?: string | undefined;
  recaptchaForClientSiteKey?: { token?: string | undefined; siteKeyId?: string | undefined } | undefined;
};

/** State of the sign-in. `sessionToken` is set in state `SUCCESS`, `stateToken` if another step is required. */
export type SignInState = {
  state: 'SUCCESS' | 'REQUIRE_OWNER_APPROVAL' | 'REQUIRE_EMAIL_VERIFICATION' | 'STATUS_CHECK' | 'REQUIRE_MISSING_FIELDS' | 'REQUIRE_MFA' | 'MFA_CHALLENGE' | 'REQUIRE_FIRST_FACTOR';
  sessionToken?: string | undefined;
  stateToken?: string | undefined;
  identity: Identity;
  additionalData: Record<string, unknown>;
};

/** The account of a member: its e-mail address, sign-in methods and status. */
export type Identity = {
  id: string;
  revision: string;
  createdDate: string;
  updatedDate: string;
  connections: Connections[];
  identityProfile: IdentityProfile2;
  metadata: { tags: string[] };
  email: { address: string; isVerified: boolean };
  status: Status;
  factors: Factors[];
};

export type Connections = {
  idpConnection?: { idpConnectionId: string; idpUserId: string } | undefined;
  authenticatorConnection?: { authenticatorConnectionId: string; reEnrollmentRequired: boolean } | undefined;
};

export type IdentityProfile2 = {
  firstName?: string | undefined;
  lastName?: string | undefined;
  nickname?: string | undefined;
  picture?: string | undefined;
  emails: string[];
  phones: string[];
  labels: string[];
  language?: string | undefined;
  privacyStatus?: 'UNDEFINED' | 'PUBLIC' | 'PRIVATE' | undefined;
  customFields: CustomFields[];
  secondaryEmails: { email: string; tag: string }[];
  phonesV2: { countryCode?: string | undefined; phone: string; tag: string }[];
  addresses: ProfileAddress[];
  company?: string | undefined;
  position?: string | undefined;
  birthdate?: string | undefined;
  slug?: string | undefined;
  vatId?: string | undefined;
};

export type Status = {
  name: 'PENDING' | 'ACTIVE' | 'DELETED' | 'BLOCKED' | 'OFFLINE';
  reasons: ('PENDING_ADMIN_APPROVAL_REQUIRED' | 'PENDING_EMAIL_VERIFICATION_REQUIRED' | 'PENDING_REQUIRED_FIELDS_MISSING')[];
};

export type Factors = {
  factorId: string;
  type: 'PASSWORD' | 'SMS' | 'CALL' | 'EMAIL' | 'TOTP' | 'PUSH' | 'WEBAUTHN' | 'RECOVERY_CODE';
  status: 'INACTIVE' | 'ACTIVE' | 'REQUIRE_REENROLL';
};

/** A person who can sign in to the site. */
export type Member = {
  id: string;
  loginEmail?: string | undefined;
  loginEmailVerified?: boolean | undefined;
  status: 'UNKNOWN' | 'PENDING' | 'APPROVED' | 'BLOCKED' | 'OFFLINE';
  contactId?: string | undefined;
  contact?: MemberContact | undefined;
  profile: MemberProfile;
  privacyStatus: 'UNKNOWN' | 'PRIVATE' | 'PUBLIC';
  activityStatus: 'UNKNOWN' | 'ACTIVE' | 'MUTED';
  createdDate: string;
  updatedDate: string;
  lastLoginDate?: string | undefined;
};

/** Contact details that a member has entered. */
export type MemberContact = {
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  phones?: string[] | null | undefined;
  emails?: string[] | null | undefined;
  addresses?: Addresses3[] | null | undefined;
  birthdate?: string | null | undefined;
  company?: string | null | undefined;
  jobTitle?: string | null | undefined;
  customFields?: Record<string, { name?: string | undefined; value: unknown }> | null | undefined;
};

export type Addresses3 = {
  id?: string | null | undefined;
  addressLine?: string | null | undefined;
  streetAddress?: { number?: string | null | undefined; name?: string | null | undefined } | null | undefined;
  addressLine2?: string | null | undefined;
  city?: string | null | undefined;
  subdivision?: string | null | undefined;
  country?: string | null | undefined;
  postalCode?: string | null | undefined;
};

/** The part of a member’s profile that other members see. */
export type MemberProfile = {
  nickname?: string | null | undefined;
  slug?: string | null | undefined;
  photo?: Photo | null | undefined;
  cover?: Photo | null | undefined;
  title?: string | null | undefined;
};

export type Photo = {
  id?: string | null | undefined;
  url?: string | null | undefined;
  height?: number | null | undefined;
  width?: number | null | undefined;
  offsetX?: number | null | undefined;
  offsetY?: number | null | undefined;
};

export type IdentityMembersGetCurrentResponse = { member: Member };

/** A page of members. */
export type MemberPage = { members: Member[]; metadata: ContactPageMetadata };

/** The properties of a member that a caller may write. */
export type MemberChanges = {
  contact?: MemberContact | undefined;
  profile?: MemberProfile | undefined;
  privacyStatus?: 'UNKNOWN' | 'PRIVATE' | 'PUBLIC' | undefined;
};

export type IdentityMembersBulkDeleteByFilterBody = {
  filter: Record<string, unknown>;
  search?: { expression?: string | undefined; fields?: string[] | undefined } | undefined;
  contentAssigneeId?: string | null | undefined;
};

/** A role that owners give to members; permissions of collections can name it. */
export type MemberRole = { roleKey: string; title: string };

/** An item of a collection. `data` holds its fields and the system fields (`_id`, `_owner`, `_createdDate`, `_updatedDate`). */
export type DataItem = { id: string; dataCollectionId: string; data: Record<string, unknown> };

export type DataItemsInsertBody = {
  dataCollectionId: string;
  dataItem: DataItemInput;
  environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
  suppressHooks?: boolean | undefined;
  appOptions?: Record<string, unknown> | undefined;
  publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
  includeReferencedItems?: boolean | undefined;
  saveReferences?: boolean | undefined;
};

/** An item to write. If it has no id, the server generates one. */
export type DataItemInput = { id?: unknown; data?: Record<string, unknown> | undefined };

/** An item is written only if the stored item matches the filter. */
export type WriteCondition = { filter?: Record<string, unknown> | undefined };

/** A change of one field of an item. */
export type FieldModification = {
  action: 'SET_FIELD' | 'INCREMENT_FIELD' | 'APPEND_TO_ARRAY' | 'REMOVE_FROM_ARRAY' | 'REMOVE_FIELD';
  fieldPath: string;
  setFieldOptions?: { value: unknown } | undefined;
  incrementFieldOptions?: { value: number } | undefined;
  appendToArrayOptions?: { value: unknown } | undefined;
  removeFromArrayOptions?: { value: unknown } | undefined;
};

export type DataItemsRemoveByPathQuery = {
  dataCollectionId: string;
  dataItemId: string;
  environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
  suppressHooks?: boolean | undefined;
  appOptions?: Record<string, unknown> | undefined;
  publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
};

export type DataItemsQueryResponse = { dataItems: DataItem[]; pagingMetadata: DataPagingMetadata };

/** Position of a page of items, and the cursors of the previous and the next page. */
export type DataPagingMetadata = {
  count: number;
  offset?: number | undefined;
  total?: number | undefined;
  tooManyToCount?: boolean | undefined;
  cursors?: { next?: string | undefined; prev?: string | undefined } | undefined;
  hasNext?: boolean | undefined;
};

/** A value that is computed for each group. */
export type AggregationOperation = {
  resultFieldName: string;
  sum?: { itemFieldName: string } | undefined;
  average?: { itemFieldName: string } | undefined;
  min?: { itemFieldName: string } | undefined;
  max?: { itemFieldName: string } | undefined;
  itemCount?: Record<string, unknown> | undefined;
};

export type DataItemsAggregateResponse = { results: Record<string, unknown>[]; pagingMetadata: DataPagingMetadata };

export type DataBulkInsertBody = {
  dataCollectionId: string;
  dataItems: DataItemInput[];
  environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
  suppressHooks?: boolean | undefined;
  appOptions?: Record<string, unknown> | undefined;
  publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
  saveReferences?: boolean | undefined;
  returnEntity?: boolean | undefined;
};

/** One result for each item of a bulk call. Bulk calls are not atomic. */
export type BulkItemsResult = {
  results: Results[];
  bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
};

export type Results = { action: 'INSERT' | 'UPDATE' | 'PATCH' | 'DELETE'; itemMetadata: ItemMetadata; dataItem?: DataItem | undefined };

export type ItemMetadata = {
  id?: string | undefined;
  originalIndex: number;
  success: boolean;
  error?: { code: string; description: string; data: Record<string, unknown> } | undefined;
};

export type DataBulkChangesPreviewBody = { dataCollectionId: string; filter?: Record<string, unknown> | undefined; change: Change | { kind: 'REMOVE' } };

export type Change = { kind: 'UPDATE'; fieldModifications: FieldModification[] };

export type DataBulkChangesStartResponse = { bulkChange: BulkChange };

export type BulkChange = {
  id: string;
  kind: 'UPDATE' | 'REMOVE' | 'UNDO';
  fields: string[];
  undoes?: string | undefined;
  undoneBy?: string | undefined;
  status: 'PENDING' | 'SUCCEEDED' | 'FAILED';
  total: number;
  done: number;
  succeeded: number;
  skipped: number;
  failure?: string | undefined;
  createdDate: string;
  finishedDate?: string | undefined;
  undoableUntil?: string | undefined;
};

export type DataReferencesInsertBody = {
  dataCollectionId: string;
  dataItemReferences?: {
    referringItemFieldName?: string | undefined;
    referringItemId?: string | undefined;
    referencedItemId?: string | undefined;
  }[] | undefined;
  environment?: 'LIVE' | 'SANDBOX' | 'SANDBOX_PREFERRED' | undefined;
  suppressHooks?: boolean | undefined;
  appOptions?: Record<string, unknown> | undefined;
  publishPluginOptions?: { includeDraftItems?: boolean | undefined } | undefined;
};

export type DataReferencesInsertResponse = {
  results: Results2[];
  bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
};

export type Results2 = {
  action: 'INSERT' | 'DELETE';
  referenceMetadata: {
    originalIndex: number;
    success: boolean;
    error?: { code: string; description: string; data: Record<string, unknown> } | undefined;
  };
};

/** A link from one item to another. */
export type Reference = { referringItemFieldName: string; referringItemId: string; referencedItemId: string };

/** A collection to write. */
export type DataCollectionInput = {
  id: string;
  displayName?: string | null | undefined;
  displayField?: string | null | undefined;
  displayNamespace?: string | null | undefined;
  defaultDisplayOrder?: { fieldKey: string; direction?: 'ASC' | 'DESC' | undefined } | null | undefined;
  fields?: CollectionFieldInput[] | undefined;
  permissions?: CollectionPermissions | undefined;
  plugins?: {
    type: 'PUBLISH' | 'SINGLE_ITEM' | 'URLIZED' | 'GRIDAPPLESS' | 'MULTILINGUAL' | 'SHARED' | 'EDITABLE_PAGE_LINK' | 'CMS' | 'CATALOG' | 'DRAFT_ITEMS';
  }[] | undefined;
  validated?: boolean | undefined;
  collectionType?: 'NATIVE' | undefined;
};

/** A field to write. A property that is null is removed. */
export type CollectionFieldInput = {
  key: string;
  type: 'TEXT' | 'NUMBER' | 'DATE' | 'DATETIME' | 'TIME' | 'BOOLEAN' | 'URL' | 'RICH_TEXT' | 'RICH_CONTENT' | 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT' | 'ARRAY_DOCUMENT' | 'ARRAY_STRING' | 'ARRAY' | 'OBJECT' | 'ANY' | 'REFERENCE' | 'MULTI_REFERENCE' | 'MEDIA_GALLERY' | 'MEDIA_IMAGE' | 'MEDIA_VECTOR_ART' | 'ADDRESS' | 'PAGE_LINK' | 'LANGUAGE' | 'SLUG' | 'EMAIL';
  displayName?: string | null | undefined;
  description?: string | null | undefined;
  typeMetadata?: Record<string, unknown> | null | undefined;
  systemField?: boolean | null | undefined;
  encrypted?: boolean | null | undefined;
  readOnly?: boolean | null | undefined;
  immutable?: boolean | null | undefined;
  required?: boolean | null | undefined;
  capabilities?: Record<string, unknown> | null | undefined;
  plugins?: Record<string, unknown>[] | null | undefined;
  numberRange?: Record<string, unknown> | null | undefined;
  stringLengthRange?: Record<string, unknown> | null | undefined;
  arraySizeRange?: Record<string, unknown> | null | undefined;
  condition?: Record<string, unknown> | null | undefined;
  unique?: boolean | null | undefined;
  defaultValue?: unknown;
  access?: {
    read?: 'ANYONE' | 'SITE_MEMBER' | 'CMS_EDITOR' | 'PRIVILEGED' | undefined;
    write?: 'ANYONE' | 'SITE_MEMBER' | 'CMS_EDITOR' | 'PRIVILEGED' | undefined;
  } | null | undefined;
};

/** The lowest role that may perform each operation on the items of a collection. */
export type CollectionPermissions = {
  insert?: 'ADMIN' | 'SITE_MEMBER_AUTHOR' | 'SITE_MEMBER' | 'ANYONE' | undefined;
  update?: 'ADMIN' | 'SITE_MEMBER_AUTHOR' | 'SITE_MEMBER' | 'ANYONE' | undefined;
  remove?: 'ADMIN' | 'SITE_MEMBER_AUTHOR' | 'SITE_MEMBER' | 'ANYONE' | undefined;
  read?: 'ADMIN' | 'SITE_MEMBER_AUTHOR' | 'SITE_MEMBER' | 'ANYONE' | undefined;
};

export type DataCollectionsCreateResponse = { collection: DataCollection };

/** A collection: its fields, permissions and capabilities. */
export type DataCollection = {
  id: string;
  displayName?: string | undefined;
  displayField?: string | undefined;
  displayNamespace?: string | undefined;
  defaultDisplayOrder?: { fieldKey: string; direction?: 'ASC' | 'DESC' | undefined } | undefined;
  fields?: CollectionField[] | undefined;
  permissions?: CollectionPermissions | undefined;
  plugins?: {
    type: 'PUBLISH' | 'SINGLE_ITEM' | 'URLIZED' | 'GRIDAPPLESS' | 'MULTILINGUAL' | 'SHARED' | 'EDITABLE_PAGE_LINK' | 'CMS' | 'CATALOG' | 'DRAFT_ITEMS';
  }[] | undefined;
  validated?: boolean | undefined;
  collectionType?: 'NATIVE' | undefined;
  maxPageSize?: number | undefined;
  revision?: string | undefined;
  createdDate?: string | undefined;
  updatedDate?: string | undefined;
  pagingModes?: ('OFFSET' | 'CURSOR')[] | undefined;
  capabilities?: Capabilities | undefined;
};

/** A field of a collection; items hold their value under `key`. */
export type CollectionField = {
  key: string;
  type: 'TEXT' | 'NUMBER' | 'DATE' | 'DATETIME' | 'TIME' | 'BOOLEAN' | 'URL' | 'RICH_TEXT' | 'RICH_CONTENT' | 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT' | 'ARRAY_DOCUMENT' | 'ARRAY_STRING' | 'ARRAY' | 'OBJECT' | 'ANY' | 'REFERENCE' | 'MULTI_REFERENCE' | 'MEDIA_GALLERY' | 'MEDIA_IMAGE' | 'MEDIA_VECTOR_ART' | 'ADDRESS' | 'PAGE_LINK' | 'LANGUAGE' | 'SLUG' | 'EMAIL';
  displayName?: string | undefined;
  description?: string | undefined;
  typeMetadata?: Record<string, unknown> | undefined;
  systemField?: boolean | undefined;
  encrypted?: boolean | undefined;
  readOnly?: boolean | undefined;
  immutable?: boolean | undefined;
  required?: boolean | undefined;
  capabilities?: Record<string, unknown> | undefined;
  plugins?: Record<string, unknown>[] | undefined;
  numberRange?: Record<string, unknown> | undefined;
  stringLengthRange?: Record<string, unknown> | undefined;
  arraySizeRange?: Record<string, unknown> | undefined;
  condition?: Record<string, unknown> | undefined;
  unique?: boolean | undefined;
  defaultValue?: unknown;
  access?: {
    read?: 'ANYONE' | 'SITE_MEMBER' | 'CMS_EDITOR' | 'PRIVILEGED' | undefined;
    write?: 'ANYONE' | 'SITE_MEMBER' | 'CMS_EDITOR' | 'PRIVILEGED' | undefined;
  } | undefined;
};

export type Capabilities = {
  dataOperations: ('AGGREGATE' | 'BULK_INSERT' | 'BULK_PATCH' | 'BULK_REMOVE' | 'BULK_SAVE' | 'BULK_UPDATE' | 'COUNT' | 'DISTINCT' | 'FIND' | 'GET' | 'INSERT' | 'INSERT_REFERENCE' | 'IS_REFERENCED' | 'PATCH' | 'QUERY_REFERENCED' | 'REMOVE' | 'REMOVE_REFERENCE' | 'REPLACE_REFERENCES' | 'SAVE' | 'TRUNCATE' | 'UPDATE')[];
  collectionOperations: ('UPDATE' | 'REMOVE')[];
  indexLimits: { regular: number; unique: number; total: number };
};

export type DataCollectionsPatchResponse = { dataCollection: DataCollection };

export type DataFieldsCreateBody = { dataCollectionId: string; field: CollectionFieldInput };

/** An index to build. */
export type CollectionIndexInput = {
  name: string;
  fields: { path: string; order?: 'ASC' | 'DESC' | undefined }[];
  unique?: boolean | undefined;
  caseInsensitive?: boolean | undefined;
  kind?: 'REGULAR' | 'TEXT' | undefined;
};

/** An index of a collection, with the status of its build. */
export type CollectionIndex = {
  id: string;
  name: string;
  fields: { path: string; order?: 'ASC' | 'DESC' | undefined }[];
  unique?: boolean | undefined;
  caseInsensitive?: boolean | undefined;
  kind?: 'REGULAR' | 'TEXT' | undefined;
  status: 'BUILDING' | 'ACTIVE' | 'DROPPING' | 'DROPPED' | 'FAILED' | 'INVALID' | 'UNKNOWN';
  source: 'SYSTEM' | 'USER' | 'AUTO';
  failure?: { code: string; description: string; itemId?: string | undefined } | undefined;
};

export type DataPermissionsGetResponse = { dataPermissions: DataPermissions };

/** The permissions for the items of a collection. */
export type DataPermissions = {
  id: string;
  itemRead?: 'ANYONE' | 'SITE_MEMBER' | 'SITE_MEMBER_AUTHOR' | 'CMS_EDITOR' | 'PRIVILEGED' | undefined;
  itemInsert?: 'ANYONE' | 'SITE_MEMBER' | 'SITE_MEMBER_AUTHOR' | 'CMS_EDITOR' | 'PRIVILEGED' | undefined;
  itemUpdate?: 'ANYONE' | 'SITE_MEMBER' | 'SITE_MEMBER_AUTHOR' | 'CMS_EDITOR' | 'PRIVILEGED' | undefined;
  itemRemove?: 'ANYONE' | 'SITE_MEMBER' | 'SITE_MEMBER_AUTHOR' | 'CMS_EDITOR' | 'PRIVILEGED' | undefined;
  specialPermissions?: SpecialPermissions[] | undefined;
};

export type SpecialPermissions = {
  id: string;
  userId: string;
  itemRead?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
  itemInsert?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
  itemUpdate?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
  itemRemove?: 'ALLOWED' | 'UNSPECIFIED' | undefined;
};

export type DataPermissionsCreateSpecialResponse = { specialPermissions: SpecialPermissions };

export type DataSchemaChangesPreviewBody = {
  dataCollectionId: string;
  change: { kind: 'RENAME'; field: string; to: string } | Change2 | { kind: 'DROP'; field: string };
};

export type Change2 = {
  kind: 'RETYPE';
  field: string;
  type: 'TEXT' | 'NUMBER' | 'DATE' | 'DATETIME' | 'TIME' | 'BOOLEAN' | 'URL' | 'RICH_TEXT' | 'RICH_CONTENT' | 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT' | 'ARRAY_DOCUMENT' | 'ARRAY_STRING' | 'ARRAY' | 'OBJECT' | 'ANY' | 'REFERENCE' | 'MULTI_REFERENCE' | 'MEDIA_GALLERY' | 'MEDIA_IMAGE' | 'MEDIA_VECTOR_ART' | 'ADDRESS' | 'PAGE_LINK' | 'LANGUAGE' | 'SLUG' | 'EMAIL';
  typeMetadata?: Record<string, unknown> | undefined;
};

export type DataSchemaChangesCreateResponse = { schemaChange: SchemaChange; dataCollection: DataCollection };

/** A change of a field that runs as a job over the stored items. */
export type SchemaChange = {
  number: number;
  kind: 'RENAME' | 'RETYPE' | 'DROP' | 'UNDO';
  field: string;
  to?: string | undefined;
  fromType?: 'TEXT' | 'NUMBER' | 'DATE' | 'DATETIME' | 'TIME' | 'BOOLEAN' | 'URL' | 'RICH_TEXT' | 'RICH_CONTENT' | 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT' | 'ARRAY_DOCUMENT' | 'ARRAY_STRING' | 'ARRAY' | 'OBJECT' | 'ANY' | 'REFERENCE' | 'MULTI_REFERENCE' | 'MEDIA_GALLERY' | 'MEDIA_IMAGE' | 'MEDIA_VECTOR_ART' | 'ADDRESS' | 'PAGE_LINK' | 'LANGUAGE' | 'SLUG' | 'EMAIL' | undefined;
  toType?: 'TEXT' | 'NUMBER' | 'DATE' | 'DATETIME' | 'TIME' | 'BOOLEAN' | 'URL' | 'RICH_TEXT' | 'RICH_CONTENT' | 'IMAGE' | 'VIDEO' | 'AUDIO' | 'DOCUMENT' | 'ARRAY_DOCUMENT' | 'ARRAY_STRING' | 'ARRAY' | 'OBJECT' | 'ANY' | 'REFERENCE' | 'MULTI_REFERENCE' | 'MEDIA_GALLERY' | 'MEDIA_IMAGE' | 'MEDIA_VECTOR_ART' | 'ADDRESS' | 'PAGE_LINK' | 'LANGUAGE' | 'SLUG' | 'EMAIL' | undefined;
  undoes?: number | undefined;
  undoneBy?: number | undefined;
  status: 'PENDING' | 'DONE';
  total: number;
  done: number;
  kept: number;
  createdDate: string;
  finishedDate?: string | undefined;
  undoableUntil?: string | undefined;
};

/** A deleted collection that can still be restored. */
export type DeletedCollection = { id: string; displayName: string; deletedDate: string; restorableUntil: string; idTaken: boolean };

/** A form to create or update. If both are present, `formFields` takes precedence over `fields`. */
export type FormInput = {
  namespace?: string | undefined;
  name?: string | undefined;
  formFields?: FormFieldV4[] | undefined;
  fields?: FormFieldEarlier[] | undefined;
  steps?: Steps[] | undefined;
  formRules?: FormRules[] | undefined;
  rules?: Rules[] | undefined;
  enabled?: boolean | undefined;
  disabledFormMessage?: Record<string, unknown> | undefined;
  limitationRule?: {
    maxAllowedSubmissions?: number | undefined;
    dateTimeDeadline?: string | undefined;
    submissionLimitPerUser?: number | undefined;
  } | undefined;
  spamFilterProtectionLevel?: 'UNKNOWN_SPAM_FILTER_PROTECTION_LEVEL' | 'NONE' | 'BASIC' | 'ADVANCED' | undefined;
  requiredIndicatorProperties?: RequiredIndicatorProperties | undefined;
  submitSettings?: SubmitSettings | undefined;
  tags?: { tags?: { tagIds?: string[] | undefined } | undefined; privateTags?: { tagIds?: string[] | undefined } | undefined } | undefined;
  quizSettings?: Record<string, unknown> | undefined;
  autoFillContact?: string | undefined;
  submissionAccess?: string | undefined;
  submissionPolicy?: SubmissionPolicy | undefined;
  extendedFields?: { namespaces?: Record<string, Record<string, unknown>> | undefined } | undefined;
  properties?: { name?: string | undefined; disabled?: boolean | undefined } | undefined;
  kind?: string | undefined;
  sourceFormId?: string | undefined;
  nestedForms?: Record<string, unknown>[] | undefined;
  postSubmissionTriggers?: Record<string, unknown> | undefined;
  fieldGroups?: Record<string, unknown>[] | undefined;
  id?: string | undefined;
};

/** A field of a form: what it accepts and how it looks. */
export type FormFieldV4 = {
  id?: string | undefined;
  identifier?: string | undefined;
  fieldType?: string | undefined;
  hidden?: boolean | undefined;
  inputOptions?: FormInputOptions | undefined;
  displayOptions?: DisplayOptions | undefined;
};

/** The values that a field of a form accepts, by value type. */
export type FormInputOptions = {
  target?: string | undefined;
  pii?: boolean | undefined;
  required?: boolean | undefined;
  readOnly?: boolean | undefined;
  inputType?: string | undefined;
  contactMapping?: ContactMapping | undefined;
  nestedFormId?: string | undefined;
  nestedFormOverrides?: { fieldOverrides?: Record<string, { required?: boolean | undefined; hidden?: boolean | undefined }> | undefined } | undefined;
  dataExtensionsDetails?: Record<string, unknown> | undefined;
  stringOptions?: StringOptions | undefined;
  numberOptions?: NumberOptions | undefined;
  booleanOptions?: BooleanOptions | undefined;
  arrayOptions?: ArrayOptions | undefined;
  objectOptions?: ObjectOptions | undefined;
  wixFileOptions?: WixFileOptions | undefined;
  paymentOptions?: PaymentOptions | undefined;
  schedulingOptions?: SchedulingOptions | undefined;
  addressOptions?: AddressOptions | undefined;
  objectArrayOptions?: ObjectArrayOptions | undefined;
};

export type ContactMapping = {
  contactField?: 'UNKNOWN_CONTACT_FIELD' | 'UNDEFINED' | 'FIRST_NAME' | 'LAST_NAME' | 'COMPANY' | 'POSITION' | 'EMAIL' | 'PHONE' | 'ADDRESS' | 'BIRTHDATE' | 'CUSTOM_FIELD' | 'SUBSCRIPTION' | 'VAT_ID' | undefined;
  emailInfo?: { tag?: string | undefined } | undefined;
  phoneInfo?: { tag?: string | undefined } | undefined;
  addressInfo?: { tag?: string | undefined } | undefined;
  customFieldInfo?: { key?: string | undefined } | undefined;
  subscriptionInfo?: SubscriptionInfo | undefined;
};

export type SubscriptionInfo = {
  confirmationLevel?: 'UNKNOWN_CONFIRMATION_LEVEL' | 'SINGLE_CONFIRMATION' | 'DOUBLE_CONFIRMATION' | undefined;
  subscriptionChannels?: string[] | undefined;
};

export type StringOptions = {
  componentType?: string | undefined;
  quizFieldSettings?: Record<string, unknown> | undefined;
  validation?: Validation | undefined;
  textInputOptions?: TextInputOptions | undefined;
  radioGroupOptions?: RadioGroupOptions | undefined;
  dropdownOptions?: RadioGroupOptions | undefined;
  dateTimeOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
  phoneInputOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
  dateInputOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
  timeInputOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
  datePickerOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
  servicesDropdownOptions?: RadioGroupOptions | undefined;
  passwordOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
};

export type Validation = {
  minLength?: number | undefined;
  maxLength?: number | undefined;
  pattern?: string | undefined;
  format?: string | undefined;
  enum?: string[] | undefined;
  validationMessages?: { pattern?: string | undefined } | undefined;
  dateOptions?: { minimum?: string | undefined; maximum?: string | undefined } | undefined;
  dateTimeOptions?: { minimum?: string | undefined; maximum?: string | undefined } | undefined;
  timeOptions?: { minimum?: string | undefined; maximum?: string | undefined } | undefined;
  dateOptionalTimeOptions?: { minimum?: string | undefined; maximum?: string | undefined } | undefined;
  phoneOptions?: { allowedCountryCodes?: string[] | undefined } | undefined;
};

export type TextInputOptions = {
  label?: string | undefined;
  showLabel?: boolean | undefined;
  description?: Record<string, unknown> | undefined;
  placeholder?: string | undefined;
  default?: string | undefined;
};

export type RadioGroupOptions = {
  label?: string | undefined;
  showLabel?: boolean | undefined;
  description?: Record<string, unknown> | undefined;
  placeholder?: string | undefined;
  options?: unknown[] | undefined;
  customOption?: { label?: string | undefined; placeholder?: string | undefined } | undefined;
  numberOfColumns?: string | undefined;
};

export type NumberOptions = {
  componentType?: string | undefined;
  quizFieldSettings?: Record<string, unknown> | undefined;
  validation?: {
    minimum?: number | undefined;
    maximum?: number | undefined;
    multipleOf?: number | undefined;
    enum?: number[] | undefined;
  } | undefined;
  numberInputOptions?: NumberInputOptions | undefined;
  ratingInputOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
};

export type NumberInputOptions = {
  label?: string | undefined;
  showLabel?: boolean | undefined;
  description?: Record<string, unknown> | undefined;
  placeholder?: string | undefined;
  default?: number | undefined;
};

export type BooleanOptions = {
  componentType?: string | undefined;
  quizFieldSettings?: Record<string, unknown> | undefined;
  validation?: { enum?: boolean[] | undefined } | undefined;
  checkboxOptions?: { label?: unknown; checked?: boolean | undefined } | undefined;
};

export type ArrayOptions = {
  componentType?: string | undefined;
  quizFieldSettings?: Record<string, unknown> | undefined;
  validation?: Validation2 | undefined;
  checkboxGroupOptions?: RadioGroupOptions | undefined;
  tagsOptions?: RadioGroupOptions | undefined;
  servicesCheckboxGroupOptions?: RadioGroupOptions | undefined;
};

export type Validation2 = { minItems?: number | undefined; maxItems?: number | undefined; items?: Items3 | undefined };

export type Items3 = {
  itemType?: string | undefined;
  stringOptions?: Validation | undefined;
  numberOptions?: {
    minimum?: number | undefined;
    maximum?: number | undefined;
    multipleOf?: number | undefined;
    enum?: number[] | undefined;
  } | undefined;
  booleanOptions?: { enum?: boolean[] | undefined } | undefined;
};

export type ObjectOptions = { validation?: Validation3 | undefined };

export type Validation3 = { properties?: Record<string, Properties> | undefined };

export type Properties = {
  propertiesType?: string | undefined;
  required?: boolean | undefined;
  stringOptions?: Validation | undefined;
  numberOptions?: {
    minimum?: number | undefined;
    maximum?: number | undefined;
    multipleOf?: number | undefined;
    enum?: number[] | undefined;
  } | undefined;
  booleanOptions?: { enum?: boolean[] | undefined } | undefined;
  arrayOptions?: Validation2 | undefined;
};

export type WixFileOptions = {
  componentType?: string | undefined;
  quizFieldSettings?: Record<string, unknown> | undefined;
  validation?: {
    fileLimit?: number | undefined;
    uploadFileFormats?: ('VIDEO' | 'IMAGE' | 'AUDIO' | 'DOCUMENT' | 'ARCHIVE' | 'MODEL_3D')[] | undefined;
  } | undefined;
  fileUploadOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
  signatureOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
};

export type PaymentOptions = {
  componentType?: string | undefined;
  quizFieldSettings?: Record<string, unknown> | undefined;
  validation?: { products?: Product[] | undefined; minItems?: number | undefined; maxItems?: number | undefined } | undefined;
  checkboxGroupOptions?: RadioGroupOptions | undefined;
  donationInputOptions?: RadioGroupOptions | undefined;
  paymentInputOptions?: NumberInputOptions | undefined;
  fixedPaymentOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
};

export type SchedulingOptions = {
  componentType?: string | undefined;
  quizFieldSettings?: Record<string, unknown> | undefined;
  appointmentOptions?: AppointmentOptions | undefined;
};

export type AppointmentOptions = {
  label?: string | undefined;
  showLabel?: boolean | undefined;
  description?: Record<string, unknown> | undefined;
  name?: string | undefined;
  durationInMinutes?: number | undefined;
  manualApprovalRequired?: boolean | undefined;
  staffIds?: string[] | undefined;
  format?: string | undefined;
};

export type AddressOptions = {
  componentType?: string | undefined;
  quizFieldSettings?: Record<string, unknown> | undefined;
  validation?: { allowedCountries?: string[] | undefined; fields?: Record<string, { required?: boolean | undefined }> | undefined } | undefined;
  multilineAddressOptions?: {
    label?: string | undefined;
    showLabel?: boolean | undefined;
    description?: Record<string, unknown> | undefined;
    placeholder?: string | undefined;
  } | undefined;
};

export type ObjectArrayOptions = {
  componentType?: string | undefined;
  quizFieldSettings?: Record<string, unknown> | undefined;
  validation?: { minItems?: number | undefined; maxItems?: number | undefined } | undefined;
  repeaterOptions?: { fields?: Record<string, unknown>[] | undefined } | undefined;
};

export type DisplayOptions = {
  displayFieldType?: string | undefined;
  richContentOptions?: { richContent?: Record<string, unknown> | undefined; maxShownParagraphs?: number | undefined } | undefined;
  pageNavigationOptions?: { nextPageText?: string | undefined; previousPageText?: string | undefined; submitText?: string | undefined } | undefined;
};

/** A field in the earlier generation of the form object. */
export type FormFieldEarlier = {
  id?: string | undefined;
  target?: string | undefined;
  validation?: Record<string, unknown> | undefined;
  pii?: boolean | undefined;
  hidden?: boolean | undefined;
  readOnly?: boolean | undefined;
  view?: Record<string, unknown> | undefined;
  nestedFormId?: string | undefined;
  nestedFormOverrides?: Record<string, unknown> | undefined;
  dataExtensionsDetails?: Record<string, unknown> | undefined;
};

export type Steps = { id?: string | undefined; name?: string | undefined; hidden?: boolean | undefined; layout?: Layout | undefined };

export type Layout = {
  large?: { items?: Record<string, unknown>[] | undefined; columns?: number | undefined; rowHeight?: number | undefined } | undefined;
  medium?: { items?: Record<string, unknown>[] | undefined; columns?: number | undefined; rowHeight?: number | undefined } | undefined;
  small?: { items?: Record<string, unknown>[] | undefined; columns?: number | undefined; rowHeight?: number | undefined } | undefined;
};

export type FormRules = {
  id?: string | undefined;
  name?: string | undefined;
  namespaceRule?: boolean | undefined;
  expression?: Record<string, unknown> | undefined;
  overrides?: Record<string, unknown>[] | undefined;
};

export type Rules = {
  id?: string | undefined;
  name?: string | undefined;
  namespaceRule?: boolean | undefined;
  condition?: Record<string, unknown> | undefined;
  overrides?: Record<string, unknown>[] | undefined;
};

export type RequiredIndicatorProperties = {
  requiredIndicator?: 'UNKNOWN_INDICATOR' | 'ASTERISK' | 'TEXT' | 'NONE' | undefined;
  requiredIndicatorPlacement?: 'UNKNOWN_PLACEMENT' | 'AFTER_FIELD_TITLE' | 'BEFORE_FIELD_TITLE' | undefined;
};

export type SubmitSettings = {
  submitSuccessAction?: 'NO_ACTION' | 'THANK_YOU_MESSAGE' | 'REDIRECT' | 'POPUP' | undefined;
  thankYouMessageOptions?: { durationInSeconds?: number | undefined; richContent?: Record<string, unknown> | undefined } | undefined;
  redirectOptions?: { redirectUrl?: string | undefined; target?: 'SELF' | 'BLANK' | undefined } | undefined;
  popupOptions?: { popupId?: string | undefined } | undefined;
};

export type SubmissionPolicy = {
  startsPending?: boolean | undefined;
  deleteAfterDays?: number | undefined;
  captchaRequired?: boolean | undefined;
  notify?: { owners?: boolean | undefined; addresses?: string[] | undefined } | undefined;
  filesQuotaMb?: number | undefined;
  allowedOrigins?: string[] | undefined;
};

export type FormsFormsCreateResponse = { form: Form };

/** A form with its fields, rules and steps in both generations. */
export type Form = {
  namespace: string;
  name?: string | undefined;
  formFields: FormFieldV4[];
  fields: FormFieldEarlier[];
  steps: Steps[];
  formRules: FormRules[];
  rules: Rules[];
  enabled: boolean;
  disabledFormMessage?: Record<string, unknown> | undefined;
  limitationRule?: {
    maxAllowedSubmissions?: number | undefined;
    dateTimeDeadline?: string | undefined;
    submissionLimitPerUser?: number | undefined;
  } | undefined;
  spamFilterProtectionLevel?: 'UNKNOWN_SPAM_FILTER_PROTECTION_LEVEL' | 'NONE' | 'BASIC' | 'ADVANCED' | undefined;
  requiredIndicatorProperties?: RequiredIndicatorProperties | undefined;
  submitSettings?: SubmitSettings | undefined;
  tags?: { tags?: { tagIds?: string[] | undefined } | undefined; privateTags?: { tagIds?: string[] | undefined } | undefined } | undefined;
  quizSettings?: Record<string, unknown> | undefined;
  autoFillContact?: string | undefined;
  submissionAccess?: string | undefined;
  submissionPolicy?: SubmissionPolicy | undefined;
  extendedFields?: { namespaces?: Record<string, Record<string, unknown>> | undefined } | undefined;
  properties?: { name?: string | undefined; disabled?: boolean | undefined } | undefined;
  kind?: string | undefined;
  sourceFormId?: string | undefined;
  nestedForms?: Record<string, unknown>[] | undefined;
  postSubmissionTriggers?: Record<string, unknown> | undefined;
  fieldGroups?: Record<string, unknown>[] | undefined;
  id: string;
  deletedFormFields: FormFieldV4[];
  deletedFields: FormFieldEarlier[];
  revision: string;
  createdDate: string;
  updatedDate: string;
  mediaFolderId?: string | undefined;
};

export type FormsFormsBulkCreateResponse = {
  results: Results3[];
  bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
};

export type Results3 = { itemMetadata: ItemMetadata2; item?: Form | undefined };

export type ItemMetadata2 = {
  id?: string | undefined;
  originalIndex: number;
  success: boolean;
  error?: { code: string; description: string; data?: Record<string, unknown> | undefined } | undefined;
};

/** Changes to a form. `revision` prevents overwriting another person’s change. */
export type FormChange = {
  namespace?: string | undefined;
  name?: string | undefined;
  formFields?: FormFieldV4[] | undefined;
  fields?: FormFieldEarlier[] | undefined;
  steps?: Steps[] | undefined;
  formRules?: FormRules[] | undefined;
  rules?: Rules[] | undefined;
  enabled?: boolean | undefined;
  disabledFormMessage?: Record<string, unknown> | undefined;
  limitationRule?: {
    maxAllowedSubmissions?: number | undefined;
    dateTimeDeadline?: string | undefined;
    submissionLimitPerUser?: number | undefined;
  } | undefined;
  spamFilterProtectionLevel?: 'UNKNOWN_SPAM_FILTER_PROTECTION_LEVEL' | 'NONE' | 'BASIC' | 'ADVANCED' | undefined;
  requiredIndicatorProperties?: RequiredIndicatorProperties | undefined;
  submitSettings?: SubmitSettings | undefined;
  tags?: { tags?: { tagIds?: string[] | undefined } | undefined; privateTags?: { tagIds?: string[] | undefined } | undefined } | undefined;
  quizSettings?: Record<string, unknown> | undefined;
  autoFillContact?: string | undefined;
  submissionAccess?: string | undefined;
  submissionPolicy?: SubmissionPolicy | undefined;
  extendedFields?: { namespaces?: Record<string, Record<string, unknown>> | undefined } | undefined;
  properties?: { name?: string | undefined; disabled?: boolean | undefined } | undefined;
  kind?: string | undefined;
  sourceFormId?: string | undefined;
  nestedForms?: Record<string, unknown>[] | undefined;
  postSubmissionTriggers?: Record<string, unknown> | undefined;
  fieldGroups?: Record<string, unknown>[] | undefined;
  id?: string | undefined;
  revision: string;
};

export type FormsFormsListResponse = { forms: Form[]; pagingMetadata: FormsCursorMetadata };

/** Cursors of the previous and the next page. They are absent at the ends of the list. */
export type FormsCursorMetadata = {
  count: number;
  cursors: { next?: string | undefined; prev?: string | undefined };
  hasNext: boolean;
  offset?: number | undefined;
};

/** Filter, sort and page of a query. */
export type FormsQuery = {
  filter?: Record<string, unknown> | undefined;
  sort?: ContactSort[] | undefined;
  cursorPaging?: DataCursorPaging | undefined;
  paging?: OffsetPage | undefined;
};

export type FormsFormsQueryResponse = { forms: Form[]; metadata: FormsCursorMetadata };

/** A submission to write. `submissions` holds the value of each field by its target. */
export type SubmissionInput = {
  formId: string;
  submissions?: Record<string, unknown> | undefined;
  status?: 'UNKNOWN_SUBMISSION_STATUS' | 'PENDING' | 'CONFIRMED' | 'PAYMENT_WAITING' | 'PAYMENT_CANCELED' | undefined;
  extendedFields?: { namespaces?: Record<string, Record<string, unknown>> | undefined } | undefined;
  tags?: { tags?: { tagIds?: string[] | undefined } | undefined; privateTags?: { tagIds?: string[] | undefined } | undefined } | undefined;
  appointmentDetails?: { staffMemberId?: string | undefined; staffMemberName?: string | undefined } | undefined;
};

export type FormsSubmissionsCreateResponse = { submission: Submission };

/** The values that a visitor submitted with a form, and their status. */
export type Submission = {
  id: string;
  formId: string;
  namespace: string;
  status: 'PENDING' | 'CONFIRMED' | 'PAYMENT_WAITING' | 'PAYMENT_CANCELED';
  submissions: Record<string, unknown>;
  createdDate: string;
  updatedDate: string;
  revision: string;
  submitter: {
    memberId?: string | undefined;
    visitorId?: string | undefined;
    applicationId?: string | undefined;
    userId?: string | undefined;
  };
  seen: boolean;
  extendedFields?: { namespaces?: Record<string, Record<string, unknown>> | undefined } | undefined;
  tags?: { tags?: { tagIds?: string[] | undefined } | undefined; privateTags?: { tagIds?: string[] | undefined } | undefined } | undefined;
  orderDetails?: OrderDetails | undefined;
  contactId?: string | undefined;
  accessRestriction?: string | undefined;
  appointmentDetails?: { staffMemberId?: string | undefined; staffMemberName?: string | undefined } | undefined;
  childMetaSiteId?: string | undefined;
};

export type OrderDetails = {
  orderId?: string | undefined;
  number?: string | undefined;
  currency?: string | undefined;
  itemSubtotal?: string | undefined;
  checkoutId?: string | undefined;
};

/** An entry in the response of the validate call. */
export type SubmissionViolation = {
  name: string;
  description: string;
  ruleName: string;
  submissionValidationErrors: { errors: SubmissionValidationError[] };
};

/** An error of one value of a submission. */
export type SubmissionValidationError = {
  errorPath: string;
  errorType: 'UNKNOWN_ERROR' | 'TYPE_ERROR' | 'REQUIRED_VALUE_ERROR' | 'UNKNOWN_VALUE_ERROR' | 'MAX_LENGTH_ERROR' | 'MIN_LENGTH_ERROR' | 'PATTERN_ERROR' | 'FORMAT_ERROR' | 'MAX_VALUE_ERROR' | 'MIN_VALUE_ERROR' | 'MULTIPLE_OF_VALUE_ERROR' | 'MIN_ITEMS_ERROR' | 'MAX_ITEMS_ERROR' | 'NOT_ALLOWED_VALUE_ERROR' | 'DISABLED_FORM_ERROR' | 'INVALID_PHONE_COUNTRY_CODE_ERROR';
  errorMessage: string;
  params?: Record<string, unknown> | undefined;
  useCustomErrorMessage?: boolean | undefined;
  customErrorMessage?: string | undefined;
};

/** Changes to a submission. `revision` prevents overwriting another person’s change. */
export type SubmissionChange = {
  formId: string;
  revision: string;
  submissions?: Record<string, unknown> | undefined;
  status?: 'PENDING' | 'CONFIRMED' | 'PAYMENT_WAITING' | 'PAYMENT_CANCELED' | undefined;
  seen?: boolean | undefined;
  extendedFields?: { namespaces?: Record<string, Record<string, unknown>> | undefined } | undefined;
  tags?: { tags?: { tagIds?: string[] | undefined } | undefined; privateTags?: { tagIds?: string[] | undefined } | undefined } | undefined;
};

export type FormsSubmissionsBulkDeleteResponse = {
  results: Results4[];
  bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
};

export type Results4 = { itemMetadata: ItemMetadata2 };

export type FormsSubmissionsQueryBody = { query: FormsQuery; onlyYourOwn?: boolean | undefined };

export type FormsSubmissionsQueryResponse = { submissions: Submission[]; metadata: FormsCursorMetadata };

export type FormsSpamReportsCreateResponse = { formSpamSubmissionReport: SpamReport };

/** A submission that was moved to spam, and why. */
export type SpamReport = {
  id: string;
  formId: string;
  namespace: string;
  submitter?: Record<string, unknown> | undefined;
  submissions?: Record<string, unknown> | undefined;
  reportReason: 'EMAIL_BLOCKLISTED' | 'EMAIL_QUOTA_REACHED' | 'IP_BLOCKLISTED' | 'AI_REPORTED' | 'AI_REPORTED_LLM' | 'MANUALLY_REPORTED' | 'MODERATION_SPI';
  reportReasonDescription?: string | undefined;
  createdDate: string;
  reportedDate: string;
  updatedDate: string;
  revision: string;
  extendedFields?: { namespaces?: Record<string, Record<string, unknown>> | undefined } | undefined;
  submissionStatusAtReport?: 'PENDING' | 'CONFIRMED' | 'PAYMENT_WAITING' | 'PAYMENT_CANCELED' | undefined;
  orderDetails?: Record<string, unknown> | undefined;
  contactId?: string | undefined;
  accessRestriction?: string | undefined;
  childMetaSiteId?: string | undefined;
};

/** A product that a payment field offers. Prices are decimal texts. */
export type Product = {
  id?: string | undefined;
  productType?: string | undefined;
  priceType?: string | undefined;
  fixedPriceOptions?: { price?: string | undefined } | undefined;
  dynamicPriceOptions?: { minPrice?: string | undefined; maxPrice?: string | undefined } | undefined;
  quantityLimit?: { minimum?: number | undefined; maximum?: number | undefined } | undefined;
};
