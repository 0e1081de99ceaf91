import { EmailSchema } from '#contract/accounts/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { migrate } from '../ground/database/migrate.ts';
import { openShopDatabase } from '../ground/database/open.ts';
import { explainRights } from '../ground/database/rights.ts';
import { readDataEnv } from '../ground/env.ts';
import { explain } from '../ground/explain.ts';
import { SHOP } from '../log/queries.ts';
import { giveRole } from './roles.ts';

const USAGE = 'Say whose account is to be an admin: npm run admin -- someone@company.com';

/** What came of it, in a sentence, and whether the person is an admin now. */
export interface Outcome {
  good: boolean;
  message: string;
}

/** `npm run admin -- someone@company.com`: prints what came of it; true when the person is an admin now. */
export async function main(args: string[]): Promise<boolean> {
  const outcome = await run(args, process.env).catch(
    (error): Outcome => ({ good: false, message: explain(error) }),
  );
  process.stdout.write(`${outcome.message}\n`);
  return outcome.good;
}

/**
 * Makes the account that the arguments name an admin of the shop that the variables name.
 * @throws EnvError, and what its database answers
 */
export async function run(args: string[], variables: NodeJS.ProcessEnv): Promise<Outcome> {
  const unproven = args.includes('--unproven');
  const [email, ...rest] = args.filter((one) => one !== '--unproven').map((one) => one.toLowerCase());
  if (!email || rest.length > 0 || !EmailSchema.safeParse(email).success)
    return { good: false, message: USAGE };
  const database = await openShopDatabase(readDataEnv(variables));
  try {
    await explainRights(database.pool, () => migrate(database.pool));
    return await makeAdmin(database, email, { unproven });
  } finally {
    await database.close();
  }
}

/** Makes an account an admin by `giveRole`, and says in a sentence what came of it. */
async function makeAdmin(
  { db }: Database,
  email: string,
  { unproven }: { unproven: boolean },
): Promise<Outcome> {
  const promotion = { email, role: 'admin' as const, actor: SHOP, by: 'command' as const, unproven };
  const outcome = await db.transaction().execute((transaction) => giveRole(transaction, promotion));
  return OUTCOMES[outcome](email);
}

const OUTCOMES: Record<Awaited<ReturnType<typeof giveRole>>, (email: string) => Outcome> = {
  given: (email) => ({ good: true, message: `${email} is an admin now, from their next click on.` }),
  had: (email) => ({ good: true, message: `${email} is an admin already.` }),
  no_account: (email) => ({
    good: false,
    message: `${email} has no account. Sign up in the shop with it, then run this again.`,
  }),
  address_unproven: (email) => ({
    good: false,
    message: `${email} has an account, but nobody has proven that the email address is theirs. Sign in with Google, or follow the link in the mail to it, then run this again. If you know that the account is theirs: npm run admin -- ${email} --unproven`,
  }),
};
