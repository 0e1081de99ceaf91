import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeDevice, deviceOf } from './devices.ts';

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

describe('a device in plain words', () => {
  const cases: [userAgent: string | null | undefined, words: string][] = [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME}`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/140.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME} OPR/120.0.0.0`, 'Opera on Linux'],
    [`Mozilla/5.0 (X11; Linux x86_64) ${CHROME.replace('Chrome', 'HeadlessChrome')}`, 'Chrome on Linux'],
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME}`, 'Chrome on Android'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
    [
      `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.0 Safari/605.1.15`,
      'Safari on macOS',
    ],
    [
      `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${APPLE} Version/18.0 Mobile/15E148 Safari/604.1`,
      'Safari on iPhone',
    ],
    [
      `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${APPLE} CriOS/140.0 Mobile/15E148 Safari/604.1`,
      'Chrome on iPad',
    ],
    ['curl/8.9.1', 'A program, or an unknown browser'],
    ['<b>Chrome</b> on Windows', 'A program on Windows'],
    ['', 'A program, or an unknown browser'],
    [null, 'A program, or an unknown browser'],
    [undefined, 'A program, or an unknown browser'],
  ];
  for (const [userAgent, words] of cases) {
    test(`${userAgent || userAgent === '' ? `'${userAgent.slice(-40)}'` : userAgent}: ${words}`, () => {
      assert.equal(describeDevice(deviceOf(userAgent)), words);
    });
  }
});
