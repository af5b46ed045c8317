export { captchaChallenge, sweepUsedCaptchas } from './altcha.ts';
export { verifyCaptcha } from './verify.ts';
