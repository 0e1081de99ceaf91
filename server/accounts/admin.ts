import { EmailSchema } from '#contract/accounts.ts';
import type { Database } from '../database/client.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open.ts';
import { explainRights } from '../database/rights.ts';
import { readDataEnv } from '../env.ts';
import { recordEvent, SHOP } from '../events/queries.ts';
import { explain } from '../explain.ts';
import { lockRoles, setRole } from './queries.ts';

const USAGE = 'Say whose account is to be an admin: npm run admin -- someone@company.com';

/** What came of it, in a sentence, and whether the person is an admin now. */
export interface Outcome {
  good: boolean;
  message: string;
}

/** `npm run admin -- someone@company.com`: prints what came of it; true when the person is an admin now. */
export async function main(args: string[]): Promise<boolean> {
  const outcome = await run(args).catch((error): Outcome => ({ good: false, message: explain(error) }));
  process.stdout.write(`${outcome.message}\n`);
  return outcome.good;
}

async function run(args: string[]): Promise<Outcome> {
  const unproven = args.includes('--unproven');
  const [email, ...rest] = args.filter((one) => one !== '--unproven').map((one) => one.toLowerCase());
  if (!email || rest.length > 0 || !EmailSchema.safeParse(email).success)
    return { good: false, message: USAGE };
  const database = await openDatabase(readDataEnv(process.env), () => {});
  try {
    await explainRights(database.pool, () => migrate(database.pool));
    return await makeAdmin(database, email, { unproven });
  } finally {
    await database.close();
  }
}

/**
 * Makes an account an admin, and notes it. An address nobody has proven is refused unless `unproven` says that it is
 * known whose the account is: anybody can open one with the address of whoever is about to become the admin.
 */
export async function makeAdmin(
  { db }: Database,
  email: string,
  { unproven }: { unproven: boolean },
): Promise<Outcome> {
  return db.transaction().execute(async (transaction) => {
    await lockRoles(transaction);
    const user = await transaction
      .selectFrom('users')
      .select(['role', 'email_verified'])
      .where('email', '=', email)
      .executeTakeFirst();
    if (!user) {
      return {
        good: false,
        message: `${email} has no account. Sign up in the shop with it, then run this again.`,
      };
    }
    if (user.role === 'admin') return { good: true, message: `${email} is an admin already.` };
    if (!user.email_verified && !unproven) {
      return {
        good: false,
        message: `${email} has an account, but nobody has proven that the address is theirs. Sign in with Google, or follow the link in the mail to it, then run this again. If you know that the account is theirs: npm run admin -- ${email} --unproven`,
      };
    }
    await setRole(transaction, email, 'admin');
    await recordEvent(transaction, {
      kind: 'user_promoted',
      actor: SHOP,
      person: email,
      why: user.email_verified ? 'By npm run admin' : 'By npm run admin, address not proven',
    });
    return { good: true, message: `${email} is an admin now, from their next click on.` };
  });
}
