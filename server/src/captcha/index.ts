export { createCaptchaChallenge } from './altcha.ts';
export { sweepUsedCaptchas } from './store.ts';
export { verifyCaptcha } from './verify.ts';
