import type { PasskeyCalls } from '../../../server/second-factor/passkey-routes.ts';
import type { SecondFactorCalls } from '../../../server/second-factor/routes.ts';
import { Authenticator } from '../../fixtures/authenticator.ts';
import { giveChallenges, keepPasskey } from '../../fixtures/passkeys.ts';
import { codeOf, giveFactors, proveAddresses, removeFactors, SECRET } from '../../fixtures/second-factor.ts';
import { NOT_FOUND, type Rows, type Sound, type Stage } from '../row.ts';

/** Makes everybody able to set a second factor up: nobody has one, and all addresses are confirmed. */
async function withoutFactor({ shop: { database } }: Stage): Promise<Sound> {
  await removeFactors(database.pool);
  await proveAddresses(database.pool);
  return {};
}

async function withCode({ shop }: Stage, as: 'pending' | 'secret'): Promise<Sound> {
  await giveFactors(shop.database.pool, as);
  await proveAddresses(shop.database.pool);
  return { body: { code: await codeOf(SECRET) } };
}

/** Gives everybody a second factor, which all sessions have proven, and the customer a passkey, too. */
async function withPasskey({ shop: { database }, customer }: Stage, key: Authenticator): Promise<string> {
  await giveFactors(database.pool, 'secret');
  await database.pool.query('update sessions set factor_at = now()');
  return keepPasskey(database.pool, customer.email, key);
}

export const secondFactorRows: Rows<SecondFactorCalls | PasskeyCalls> = {
  listPasskeys: {
    by: 'cookie',
    who: 'everyone signed in',
    async arrange(stage) {
      await withPasskey(stage, new Authenticator(stage.shop.origin));
      return {};
    },
  },
  beginPasskey: {
    by: 'cookie',
    who: 'everyone signed in',
    arrange: withoutFactor,
  },
  addPasskey: {
    by: 'cookie',
    who: 'everyone signed in',
    async arrange(stage) {
      await withoutFactor(stage);
      const { origin, database } = stage.shop;
      const asked = await giveChallenges(database.pool, 'add');
      return { body: { name: 'Laptop', credential: new Authenticator(origin).create(asked) } };
    },
  },
  removePasskey: {
    by: 'cookie',
    who: 'the owner',
    async arrange(stage) {
      return { params: { id: await withPasskey(stage, new Authenticator(stage.shop.origin)) } };
    },
    others: [200, { deletedCount: 0 }],
  },
  beginPasskeyProof: {
    by: 'cookie',
    who: 'the owner',
    async arrange(stage) {
      await withPasskey(stage, new Authenticator(stage.shop.origin));
      return {};
    },
    others: NOT_FOUND,
  },
  proveByPasskey: {
    by: 'cookie',
    who: 'the owner',
    async arrange(stage) {
      const key = new Authenticator(stage.shop.origin);
      await withPasskey(stage, key);
      const asked = await giveChallenges(stage.shop.database.pool, 'prove', stage.customer.email);
      return { body: { credential: key.get(asked) } };
    },
    others: [400, 'invalid_input'],
  },

  getSecondFactor: { by: 'cookie', who: 'everyone signed in' },
  beginSecondFactor: {
    by: 'cookie',
    who: 'everyone signed in',
    arrange: withoutFactor,
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
