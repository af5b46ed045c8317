import type { FormErrors } from '@mantine/form';
import type { Calls } from '@portico/contract';
import { fieldErrorsOf } from '../../ui/form-errors.ts';

export type App = Calls['sites.apps.list']['response']['apps'][number];

/** The values of the form for an app. */
export type AppValues = Pick<App, 'name' | 'redirectUris' | 'redirectDomains' | 'rotateRefreshTokens'>;

export const newApp: AppValues = { name: '', redirectUris: [], redirectDomains: [], rotateRefreshTokens: false };

export const validateApp = ({ name, redirectUris }: AppValues): FormErrors => ({
  name: name.trim() === '' ? 'Give the app a name.' : null,
  redirectUris: redirectUris.every(isAddress)
    ? null
    : 'Enter complete addresses, for example https://example.com/callback.',
});

export const appErrorsOf = (error: unknown): FormErrors =>
  fieldErrorsOf(error, (path) => /^app\.(\w+)/.exec(path)?.[1]) ?? {};

const isAddress = (text: string): boolean => URL.canParse(text) && text.includes(':');
