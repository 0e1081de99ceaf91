import type { Guard } from './guard.ts';

/** The guards around mails to people. */
export const mailGuards: Guard[] = [
  {
    name: 'an address that nobody has proven is told nothing that the buyer typed',
    file: 'server/mail/send.ts',
    code: '(isProven ? undefined : kindOf(kinds, kind).joined?.toStranger(facts)) ?? facts',
    without: 'facts',
    tests: ['tests/mails.test.ts'],
  },
  {
    name: 'a mail is written once for what it tells of',
    file: 'server/mail/queries.ts',
    code: 'on conflict (dedupe) do nothing',
    without: 'on conflict (id) do nothing',
    tests: ['server/mail/queries.test.ts'],
  },
  {
    name: 'mails about orders to an address that nobody has proven are few',
    file: 'server/mail/send.ts',
    code: '    if (wait > 0) await postpone(db, ids, wait);',
    without: '    if (wait > Infinity) await postpone(db, ids, wait);',
    tests: ['server/mail/send.test.ts'],
  },
  {
    name: 'a mail that was held back is told with the others that are due',
    file: 'server/mail/send.ts',
    code: ', ...(await takeRest(db, kinds, LEASE_SECONDS, recipient))',
    without: '',
    tests: ['server/mail/send.test.ts'],
  },
  {
    name: 'no mail tells of an order that was deleted before',
    file: 'server/purchases/mail-words.ts',
    code: "(facts ->> 'purchaseId')::uuid) = 'deleted'",
    without: "(facts ->> 'purchaseId')::uuid) = 'none'",
    tests: ['server/mail/send.test.ts'],
  },
  {
    name: 'a mail that is too old is not sent',
    file: 'server/mail/queries.ts',
    code: `          when \${isTooOld(kinds)} then \${TOO_OLD}\n`,
    without: '',
    tests: ['server/mail/send.test.ts'],
  },
  {
    name: 'all processes together send no faster than they may',
    file: 'server/mail/send.ts',
    code: 'await spendUpTo(database.db, pace, await countDue(database.db, MAILS_AT_ONCE))',
    without: 'await countDue(database.db, MAILS_AT_ONCE)',
    tests: ['server/mail/send.test.ts'],
  },
  {
    name: 'a place in the pace that no mail took is free for the next',
    file: 'server/mail/send.ts',
    code: '    if (letters.length < granted) await unspend(database.db, pace, granted - letters.length);\n',
    without: '',
    tests: ['server/mail/send.test.ts'],
  },
  {
    name: 'a token is forgotten once its mail is sent',
    file: 'server/mail/queries.ts',
    code: `sql\`facts - 'token'\``,
    without: 'sql`facts`',
    tests: ['server/accounts/passwords.test.ts'],
  },
];
