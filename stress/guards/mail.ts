import type { Guard } from './guards.ts';

/** The guards around mails to people. */
export const mailGuards: Guard[] = [
  {
    name: 'a mail is written once for what it tells of',
    file: 'server/mail/queries.ts',
    code: 'on conflict (dedupe) do nothing',
    without: 'on conflict (id) do nothing',
    tests: ['server/mail/outbox.test.ts'],
  },
  {
    name: 'a token is forgotten once its mail is sent',
    file: 'server/mail/queries.ts',
    code: `sql\`facts - 'token'\``,
    without: 'sql`facts`',
    tests: ['server/accounts/passwords.test.ts'],
  },
];
