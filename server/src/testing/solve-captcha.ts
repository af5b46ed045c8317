import { type Challenge, type Solution, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Solves a challenge as the ALTCHA widget does. Returns challenge and solution as base64 of JSON. */
export async function solveCaptcha(challenge: Challenge): Promise<string> {
  const solution = (await solveChallenge({ challenge, deriveKey })) as Solution;
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
