import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import type { Settings } from '../settings/settings.ts';
import { secondFactorMails } from './mail-words.ts';
import { forgetChallenges } from './passkey-queries.ts';
import { type PasskeyCalls, passkeyHandlers } from './passkey-routes.ts';
import { type SecondFactorCalls, type SecondFactorTerms, secondFactorHandlers } from './routes.ts';

export const secondFactor: Module<
  SecondFactorCalls | PasskeyCalls,
  { database: Database; secondFactor: SecondFactorTerms; settings: Settings }
> = {
  name: 'second factor',
  mails: secondFactorMails,
  events: {
    second_factor_added: ['people'],
    second_factor_proven: ['people'],
    second_factor_failed: ['people'],
    second_factor_removed: ['people'],
    passkey_added: ['people'],
    passkey_removed: ['people'],
    recovery_code_used: ['people'],
    recovery_codes_replaced: ['people'],
  },
  open: ({ database, secondFactor, settings }) => ({
    handlers: {
      ...secondFactorHandlers(database, secondFactor, settings),
      ...passkeyHandlers(database, secondFactor, settings),
    },
    forget: () => forgetChallenges(database.db),
  }),
};
