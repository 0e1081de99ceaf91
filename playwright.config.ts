import { defineConfig, devices } from '@playwright/test';
import { browserOptions } from './launch/browser.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  // Each has its own shop; one alone leaves a quarter of two cores idle.
  workers: 2,
  // Far above the time of any test: a busy machine fails none.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A failed test is run once more; one that passes then is listed as flaky (launch/steps.ts).
  retries: 1,
  // So many are no accident: a shop that does not start would take hours.
  maxFailures: 20,
  // What takes long is tagged, and run by `npm run test:nightly`, or when its file is named.
  ...(process.env.NAMED === '1'
    ? {}
    : process.env.NIGHTLY === '1'
      ? { grep: /@nightly/ }
      : { grepInvert: /@nightly/ }),
  forbidOnly: Boolean(process.env.CI),
  use: {
    ...devices['Desktop Chrome'],
    // A trace takes a quarter of the processor time of a run: one asks for it by TRACE=1.
    trace: process.env.TRACE === '1' ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // V8's optimizing compiler costs more than it saves on pages that live for seconds: a tenth of the processor time.
    launchOptions: await browserOptions(['--js-flags=--no-opt']),
  },
});
