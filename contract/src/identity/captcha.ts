/** The captcha that Portico runs itself: proof of work, no third party. */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';

export const captchaEndpoints = {
  getCaptchaChallenge: endpoint({
    id: 'identity.captcha.challenge',
    slice: 'identity',
    method: 'GET',
    path: '/portico/v1/captcha/challenge',
    summary: 'A proof-of-work challenge for the ALTCHA widget; its solution is sent once, as the captcha token',
    response: Type.Record(Type.String(), Type.Unknown()),
    errors: ['SITE_NOT_FOUND'],
  }),
};
