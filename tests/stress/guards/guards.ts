import { accountGuards } from './accounts.ts';
import { browserGuards } from './browser.ts';
import { constraintGuards } from './constraints.ts';
import type { Guard } from './guard.ts';
import { inputGuards } from './input.ts';
import { mailGuards } from './mail.ts';
import { orderGuards } from './orders.ts';
import { paymentGuards } from './payments.ts';
import { refundGuards } from './refunds.ts';
import { securityGuards } from './security.ts';

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
  ...inputGuards,
];
