/** Every screen of the dashboard and its path. The code of a screen loads when it is first opened. */
import { createBrowserRouter } from 'react-router';
import { BrokenScreen } from './BrokenScreen.tsx';
import { NotFound } from './NotFound.tsx';
import { Splash } from './Splash.tsx';

export const router = createBrowserRouter(
  [
    {
      ErrorBoundary: BrokenScreen,
      HydrateFallback: Splash,
      children: [
        { path: 'sign-in', lazy: async () => ({ Component: (await import('../sites/SignIn.tsx')).SignIn }) },
        {
          path: 'forgot-password',
          lazy: async () => ({ Component: (await import('../sites/ForgotPassword.tsx')).ForgotPassword }),
        },
        { path: 'set-up', lazy: async () => ({ Component: (await import('../sites/SetUp.tsx')).SetUp }) },
        {
          lazy: async () => ({ Component: (await import('./Shell.tsx')).Shell }),
          children: [
            {
              ErrorBoundary: BrokenScreen,
              children: [
                { index: true, lazy: async () => ({ Component: (await import('../events/Home.tsx')).Home }) },
                {
                  path: 'collections',
                  lazy: async () => ({ Component: (await import('../data/Collections.tsx')).Collections }),
                },
                {
                  path: 'new-collection',
                  lazy: async () => ({ Component: (await import('../data/NewCollection.tsx')).NewCollection }),
                },
                {
                  path: 'collections/:collectionId',
                  lazy: async () => ({ Component: (await import('../data/Items.tsx')).Items }),
                },
                {
                  path: 'deleted-collections',
                  lazy: async () => ({
                    Component: (await import('../data/settings/DeletedCollections.tsx')).DeletedCollections,
                  }),
                },
                {
                  path: 'collections/:collectionId/settings',
                  lazy: async () => ({
                    Component: (await import('../data/settings/CollectionSettings.tsx')).CollectionSettings,
                  }),
                  children: [
                    {
                      index: true,
                      lazy: async () => ({ Component: (await import('../data/settings/Fields.tsx')).Fields }),
                    },
                    {
                      path: 'permissions',
                      lazy: async () => ({ Component: (await import('../data/settings/Permissions.tsx')).Permissions }),
                    },
                    {
                      path: 'indexes',
                      lazy: async () => ({ Component: (await import('../data/settings/Indexes.tsx')).Indexes }),
                    },
                    {
                      path: 'website',
                      lazy: async () => ({
                        Component: (await import('../data/settings/UseOnWebsite.tsx')).UseOnWebsite,
                      }),
                    },
                    {
                      path: 'general',
                      lazy: async () => ({ Component: (await import('../data/settings/General.tsx')).General }),
                    },
                  ],
                },
                {
                  path: 'inbox',
                  lazy: async () => ({ Component: (await import('../forms/inbox/InboxPage.tsx')).InboxPage }),
                },
                { path: 'forms', lazy: async () => ({ Component: (await import('../forms/Forms.tsx')).Forms }) },
                { path: 'new-form', lazy: async () => ({ Component: (await import('../forms/NewForm.tsx')).NewForm }) },
                {
                  path: 'deleted-forms',
                  lazy: async () => ({ Component: (await import('../forms/TrashedForms.tsx')).TrashedForms }),
                },
                {
                  path: 'forms/:formId/edit',
                  lazy: async () => ({ Component: (await import('../forms/edit/EditForm.tsx')).EditForm }),
                },
                { path: 'forms/:formId', lazy: async () => ({ Component: (await import('../forms/Form.tsx')).Form }) },
                {
                  path: 'members',
                  lazy: async () => ({ Component: (await import('../identity/Members.tsx')).Members }),
                },
                {
                  path: 'contacts',
                  lazy: async () => ({ Component: (await import('../contacts/Contacts.tsx')).Contacts }),
                },
                { path: 'sites', lazy: async () => ({ Component: (await import('../sites/Sites.tsx')).Sites }) },
                {
                  path: 'account',
                  lazy: async () => ({ Component: (await import('../sites/account/Account.tsx')).Account }),
                },
                {
                  path: 'settings',
                  lazy: async () => ({ Component: (await import('../sites/Settings.tsx')).Settings }),
                  children: [
                    {
                      index: true,
                      lazy: async () => ({ Component: (await import('../sites/SiteSettings.tsx')).SiteSettings }),
                    },
                    {
                      path: 'sign-in',
                      lazy: async () => ({
                        Component: (await import('../sites/settings/SignInSettings.tsx')).SignInSettings,
                      }),
                    },
                    {
                      path: 'appearance',
                      lazy: async () => ({ Component: (await import('../sites/settings/Appearance.tsx')).Appearance }),
                    },
                    {
                      path: 'member-fields',
                      lazy: async () => ({
                        Component: (await import('../sites/settings/MemberFields.tsx')).MemberFields,
                      }),
                    },
                    {
                      path: 'mail',
                      lazy: async () => ({ Component: (await import('../sites/mail/MailPages.tsx')).MailPages }),
                      children: [
                        {
                          index: true,
                          lazy: async () => ({
                            Component: (await import('../sites/mail/MailSettings.tsx')).MailSettings,
                          }),
                        },
                        {
                          path: 'templates',
                          lazy: async () => ({ Component: (await import('../sites/mail/Templates.tsx')).Templates }),
                        },
                        {
                          path: 'templates/:kind/:language',
                          lazy: async () => ({
                            Component: (await import('../sites/mail/TemplateEditor.tsx')).TemplateEditor,
                          }),
                        },
                        {
                          path: 'outbox',
                          lazy: async () => ({ Component: (await import('../sites/mail/Outbox.tsx')).Outbox }),
                        },
                      ],
                    },
                    { path: 'apps', lazy: async () => ({ Component: (await import('../sites/apps/Apps.tsx')).Apps }) },
                    {
                      path: 'forms',
                      lazy: async () => ({
                        Component: (await import('../sites/settings/FormsSettings.tsx')).FormsSettings,
                      }),
                    },
                    {
                      path: 'webhooks',
                      lazy: async () => ({ Component: (await import('../events/webhooks/Webhooks.tsx')).Webhooks }),
                    },
                    {
                      path: 'webhooks/:webhookId',
                      lazy: async () => ({ Component: (await import('../events/webhooks/Webhook.tsx')).Webhook }),
                    },
                    { path: 'keys', lazy: async () => ({ Component: (await import('../sites/keys/Keys.tsx')).Keys }) },
                    {
                      path: 'connect',
                      lazy: async () => ({ Component: (await import('../sites/connect/Connect.tsx')).Connect }),
                    },
                    { path: 'health', lazy: async () => ({ Component: (await import('../sites/Health.tsx')).Health }) },
                    { path: 'audit', lazy: async () => ({ Component: (await import('../sites/Audit.tsx')).Audit }) },
                  ],
                },
                { path: '*', Component: NotFound },
              ],
            },
          ],
        },
      ],
    },
  ],
  { basename: '/dashboard' },
);
