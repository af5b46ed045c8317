import { sitesEndpoints as calls } from '@portico/contract/sites';
import { bind, bindOpen, type Route } from '../http/bind.ts';
import { addSite } from './add-site.ts';
import { createApp, listAppsOfSite, removeApp, updateApp } from './apps/apps.ts';
import { createOAuthApp, deleteOAuthApp, getOAuthApp, queryOAuthApps, updateOAuthApp } from './apps/oauth-apps.ts';
import { deleteSite } from './deletion/delete-site.ts';
import { listDeletedSites, restoreSite } from './deletion/restore-site.ts';
import { getInstallationHealth } from './installation-health.ts';
import { createKey, listKeysOfSite, removeKey } from './keys/keys.ts';
import { listAudit } from './list-audit.ts';
import { discardMail, getMail, listMails, retryMail } from './mail/outbox.ts';
import { sendTestMail } from './mail/send-test-mail.ts';
import { deleteMailTemplate, listMailTemplates, previewMail, putMailTemplate } from './mail/templates.ts';
import { getSettings, getSignInSettings, updateSettings } from './settings/settings.ts';
import { getSiteInfo } from './site-info.ts';
import { getAppInstance, getEssentialProperties, getSiteMetadata, listSiteScripts } from './site-scripts.ts';
import { getSite, listOwnSites, updateSite } from './sites.ts';
import { changeOwnPassword, endOwnSession, listOwnSessions, signOutEverywhere } from './users/account.ts';
import { forgotDashboardPassword } from './users/forgot-password.ts';
import { refreshSession, signIn, signOut } from './users/session.ts';
import { completeSetup, getSetup } from './users/set-up.ts';

export const sitesRoutes: Route[] = [
  bindOpen(calls.getSetup, getSetup),
  bindOpen(calls.completeSetup, completeSetup),
  bindOpen(calls.getSiteInfo, getSiteInfo),
  bindOpen(calls.signIn, signIn),
  bindOpen(calls.refreshSession, refreshSession),
  bindOpen(calls.signOut, signOut),
  bindOpen(calls.forgotDashboardPassword, forgotDashboardPassword),
  bindOpen(calls.changeOwnPassword, changeOwnPassword),
  bindOpen(calls.listOwnSessions, listOwnSessions),
  bindOpen(calls.endOwnSession, endOwnSession),
  bindOpen(calls.signOutEverywhere, signOutEverywhere),
  bindOpen(calls.listSites, listOwnSites),
  bind(calls.getSite, getSite),
  bind(calls.updateSite, updateSite),
  bind(calls.createSite, addSite),
  bind(calls.deleteSite, deleteSite),
  bind(calls.listDeletedSites, listDeletedSites),
  bind(calls.restoreSite, restoreSite),
  bind(calls.listApps, listAppsOfSite),
  bind(calls.createApp, createApp),
  bind(calls.updateApp, updateApp),
  bind(calls.deleteApp, removeApp),
  bind(calls.createOAuthApp, createOAuthApp),
  bind(calls.getOAuthApp, getOAuthApp),
  bind(calls.queryOAuthApps, queryOAuthApps),
  bind(calls.updateOAuthApp, updateOAuthApp),
  bind(calls.deleteOAuthApp, deleteOAuthApp),
  bind(calls.listSiteScripts, listSiteScripts),
  bind(calls.getSiteMetadata, getSiteMetadata),
  bind(calls.getEssentialProperties, getEssentialProperties),
  bind(calls.getAppInstance, getAppInstance),
  bind(calls.listKeys, listKeysOfSite),
  bind(calls.createKey, createKey),
  bind(calls.deleteKey, removeKey),
  bind(calls.listAudit, listAudit),
  bind(calls.getInstallationHealth, getInstallationHealth),
  bind(calls.getSettings, getSettings),
  bind(calls.updateSettings, updateSettings),
  bindOpen(calls.getSignInSettings, getSignInSettings),
  bind(calls.listMails, listMails),
  bind(calls.getMail, getMail),
  bind(calls.retryMail, retryMail),
  bind(calls.discardMail, discardMail),
  bind(calls.sendTestMail, sendTestMail),
  bind(calls.listMailTemplates, listMailTemplates),
  bind(calls.putMailTemplate, putMailTemplate),
  bind(calls.deleteMailTemplate, deleteMailTemplate),
  bind(calls.previewMail, previewMail),
];
