import { describe, expect, it } from 'vitest';
import { en } from '../texts/index.ts';
import { deviceName } from './device-name.ts';

const MOZILLA = 'Mozilla/5.0';
const LIKE_CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0';

describe('deviceName', () => {
  it.each([
    [`${MOZILLA} (X11; Linux x86_64) ${LIKE_CHROME} Safari/537.36`, 'Chrome on Linux'],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64) ${LIKE_CHROME} Safari/537.36 Edg/153.0.0.0`, 'Edge on Windows'],
    [`${MOZILLA} (Windows NT 10.0; Win64; x64; rv:150.0) Gecko/20100101 Firefox/150.0`, 'Firefox on Windows'],
    [
      `${MOZILLA} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `${MOZILLA} (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/153.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPhone',
    ],
    [`${MOZILLA} (Linux; Android 15; K) ${LIKE_CHROME} Mobile Safari/537.36 OPR/90.0`, 'Opera on Android'],
    [`${MOZILLA} (Linux; Android 15; K) ${LIKE_CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
    ['curl/8.5.0', 'curl'],
    ['node', 'node'],
    ['', 'Unknown device'],
    ['(((', 'Unknown device'],
  ])('%s', (userAgent, name) => {
    expect(deviceName(userAgent, en)).toBe(name);
  });
});
