import { accountGuards } from './accounts.ts';
import { browserGuards } from './browser.ts';
import { constraintGuards } from './constraints.ts';
import { mailGuards } from './mail.ts';
import { orderGuards } from './orders.ts';
import { paymentGuards } from './payments.ts';
import { refundGuards } from './refunds.ts';
import { securityGuards } from './security.ts';

/** Something that keeps trouble out, and the tests that are to fail when it is taken away. */
export interface Guard {
  /** What it makes sure of. */
  name: string;
  file: string;
  /** Its code, to be found once in the file, and what stands there when it is taken away. */
  code: string;
  without: string;
  /** Files of tests; one test of theirs is to fail. */
  tests: string[];
}

/** Every guard that `npm run guards` takes away. */
export const guards: Guard[] = [
  ...orderGuards,
  ...constraintGuards,
  ...paymentGuards,
  ...refundGuards,
  ...mailGuards,
  ...accountGuards,
  ...browserGuards,
  ...securityGuards,
];
