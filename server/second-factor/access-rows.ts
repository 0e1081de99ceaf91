import type { Rows, Sound, Stage } from '../../tests/access/row.ts';
import {
  codeOf,
  giveFactors,
  proveAddresses,
  removeFactors,
  SECRET,
} from '../../tests/fixtures/second-factor.ts';
import type { SecondFactorCalls } from './routes.ts';

async function withCode({ shop }: Stage, as: 'pending' | 'secret'): Promise<Sound> {
  await giveFactors(shop.database.pool, as);
  await proveAddresses(shop.database.pool);
  return { body: { code: await codeOf(SECRET) } };
}

export const secondFactorRows: Rows<SecondFactorCalls> = {
  getSecondFactor: { by: 'cookie', who: 'everyone signed in' },
  beginSecondFactor: {
    by: 'cookie',
    who: 'everyone signed in',
    async arrange({ shop }) {
      await removeFactors(shop.database.pool);
      await proveAddresses(shop.database.pool);
      return {};
    },
  },
  confirmSecondFactor: {
    by: 'cookie',
    who: 'everyone signed in',
    arrange: (stage) => withCode(stage, 'pending'),
  },
  proveSecondFactor: {
    by: 'cookie',
    who: 'everyone signed in',
    arrange: (stage) => withCode(stage, 'secret'),
  },
  replaceRecoveryCodes: {
    by: 'cookie',
    who: 'everyone signed in',
    async arrange({ shop }) {
      await giveFactors(shop.database.pool, 'secret');
      await shop.database.pool.query('update sessions set factor_at = now()');
      return {};
    },
  },
  // The last of these calls: nobody who is tried with the next ones has a second factor.
  removeSecondFactor: {
    who: 'admins',
    async arrange({ shop }) {
      await removeFactors(shop.database.pool);
      const { rows } = await shop.database.pool.query(
        `insert into users (id, name, email, second_factor_at)
         values (gen_random_uuid(), 'Someone', 'f-' || gen_random_uuid() || '@example.com', now()) returning email`,
      );
      return { params: { email: rows[0].email } };
    },
  },
};
