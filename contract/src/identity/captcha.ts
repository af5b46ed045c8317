/** The call that creates a challenge of Portico's built-in captcha (proof of work, without a third party). */
import Type from 'typebox';
import { endpoint } from '../endpoint.ts';

export const captchaEndpoints = {
  getCaptchaChallenge: endpoint({
    id: 'identity.captcha.challenge',
    slice: 'identity',
    access: 'open',
    method: 'GET',
    path: '/portico/v1/captcha/challenge',
    summary: 'Create a proof-of-work challenge for the ALTCHA widget; its solution is a single-use captcha token',
    response: Type.Record(Type.String(), Type.Unknown()),
    errors: ['SITE_NOT_FOUND'],
  }),
};
