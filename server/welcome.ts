import { MAILBOX } from '../sandbox/mail/plugin.ts';
import { DEMO_ADMIN, DEMO_BUYER, DEMO_PASSWORD } from './accounts/demo.ts';
import type { Env } from './ground/env.ts';
import type { RunningShop } from './start.ts';

/** What is printed once the shop is ready: where it is, and how to try it where it runs with the sandbox. */
export function welcome(
  { origin, shownOrigin: address, sandboxKey }: Pick<RunningShop, 'origin' | 'shownOrigin' | 'sandboxKey'>,
  { sandbox, smtpUrl, publicUrl }: Env,
): string {
  if (!sandbox) return `Northbridge is ready at ${origin}`;
  return [
    '',
    `  Northbridge is ready: ${address}`,
    ...(publicUrl ? [`  It listens at ${origin}`] : []),
    '',
    `  Demo buyer   ${DEMO_BUYER.email}   password ${DEMO_PASSWORD}`,
    `  Demo admin   ${DEMO_ADMIN.email}   password ${DEMO_PASSWORD}`,
    '  Test card    4242 4242 4242 4242, any future date, any CVC',
    ...(smtpUrl ? [] : [`  Mailbox      ${address}${MAILBOX}`]),
    `  The calls    ${address}/docs`,
    // For integrators who cause trouble on purpose: sandbox/stripe/README.md.
    ...(sandboxKey ? [`  Sandbox key  ${sandboxKey}`] : []),
    '',
    '  Sandbox: no real money moves. Ctrl-C stops everything.',
    '',
  ].join('\n');
}
