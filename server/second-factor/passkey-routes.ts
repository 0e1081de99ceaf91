import { type Device, deviceOf } from '#contract/accounts/devices.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import { MOST_PASSKEYS } from '#contract/second-factor/limits.ts';
import type { passkeyCalls } from '#contract/second-factor/passkey-calls.ts';
import type { PasskeyProof } from '#contract/second-factor/passkeys.ts';
import { factorNeeded, factorOf } from '../accounts/factor.ts';
import { holdUser } from '../accounts/queries.ts';
import { noteFailed } from '../accounts/sign-ins.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import type { HandlersOf, ProviderSession } from '../ground/handling/handler.ts';
import { forbidden, invalidInput, notFound, Problem, unauthorized } from '../ground/handling/problem.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import type { Settings } from '../settings/settings.ts';
import { isFirstFactor, turnOn } from './enrol.ts';
import { secondFactorMails } from './mail-words.ts';
import * as passkeys from './passkey-queries.ts';
import * as rows from './queries.ts';
import {
  creationOf,
  type KnownPasskey,
  readNew,
  readProof,
  requestOf,
  type Site,
  siteOf,
} from './webauthn.ts';

export type PasskeyCalls = keyof typeof passkeyCalls;

/** `origins` are those under which people open the shop. */
export function passkeyHandlers(
  database: Database,
  { origins }: { origins: readonly string[] },
  settings: Settings,
): HandlersOf<PasskeyCalls> {
  const { db } = database;
  const refused = () => invalidInput([fieldError('credential', 'passkey_refused')]);
  const full = () => new Problem('passkeys_full', { most: MOST_PASSKEYS });

  function here(origin: string | undefined): Site {
    const site = siteOf(origins, origin);
    if (!site) throw forbidden('other_site');
    return site;
  }

  /** Finds the passkey of the caller that has signed a challenge. */
  async function findSigner(
    site: Site,
    challenge: Buffer,
    { userId }: ProviderSession,
    credential: PasskeyProof['credential'],
  ): Promise<{ passkey: KnownPasskey; counter: number } | undefined> {
    const passkey = (await passkeys.listKnown(db, userId)).find(
      ({ credentialId }) => credentialId.toString('base64url') === credential.id,
    );
    const counter = passkey && (await readProof(site, challenge, userId, passkey, credential));
    return counter === undefined ? undefined : { passkey: passkey!, counter };
  }

  /** Notes the proof of a session; answers how many recovery codes are left. Undefined for a passkey that is not good any more. */
  function noteProof(
    { sessionId, userId, email }: ProviderSession,
    { passkey, counter }: { passkey: KnownPasskey; counter: number },
    device: Device,
  ): Promise<number | undefined> {
    return transact(db, async (transaction) => {
      if (!(await passkeys.notePasskeyUse(transaction, passkey, counter))) return undefined;
      const proof = await rows.noteProof(transaction, sessionId);
      if (!proof) throw unauthorized();
      if (!proof.again) {
        await recordEvent(transaction, {
          kind: 'second_factor_proven',
          actor: email,
          person: email,
          facts: { device, passkey: passkey.name },
        });
      }
      return rows.countRecoveryCodes(transaction, userId);
    });
  }

  return {
    async listPasskeys({ caller }) {
      if ((await factorOf(db, caller.sessionId)) === 'missing')
        throw new Problem('second_factor_needed', { step: 'prove' });
      return passkeys.listPasskeys(db, caller.userId);
    },

    async beginPasskey({ caller, request }) {
      const site = here(request.headers.origin);
      const known = await passkeys.listKnown(db, caller.userId);
      if (known.length >= MOST_PASSKEYS) throw full();
      const challenge = await passkeys.keepChallenge(db, caller.sessionId, 'add');
      if (!challenge) {
        await rows.requireProvenAddress(db, caller.userId);
        throw await factorNeeded(db, caller.sessionId, 'sign_in');
      }
      return creationOf(site, settings.values.shop.name, caller, challenge, known);
    },

    async addPasskey({ caller, body: { name, credential }, request }) {
      const site = here(request.headers.origin);
      const challenge = await passkeys.takeChallenge(db, caller.sessionId, 'add');
      const made = challenge && (await readNew(site, challenge, credential));
      if (!made) throw refused();
      const device = deviceOf(request.headers['user-agent']);
      return transact(db, async (transaction) => {
        await holdUser(transaction, caller.userId);
        await rows.requireProvenAddress(transaction, caller.userId);
        const isFirst = await isFirstFactor(transaction, caller);
        if (isFirst) await turnOn(transaction, caller);
        const added = await passkeys.insertPasskey(transaction, caller.userId, name, made);
        if (added === 'full') throw full();
        if (added === 'known') throw refused();
        await recordEvent(transaction, {
          kind: 'passkey_added',
          actor: caller.email,
          person: caller.email,
          facts: { name, device, ...(isFirst && { isFirst }) },
        });
        const mail = rows.toPerson(caller.userId, newId(), { name, isFirst });
        await insertMail(secondFactorMails.passkey_added, mail).execute(transaction);
        return {
          insertedId: added.id,
          ...(isFirst && { codes: await rows.replaceCodes(transaction, caller.userId) }),
        };
      });
    },

    async removePasskey({ caller, params, request }) {
      const name = await transact(db, async (transaction) => {
        if (!(await rows.lockProven(transaction, caller.sessionId))) return undefined;
        const removed =
          isId(params.id) && (await passkeys.deletePasskey(transaction, caller.userId, params.id));
        if (!removed) return '';
        // guard: server/second-factor/passkeys.test.ts
        if (!(await passkeys.hasFactor(transaction, caller.userId))) throw new Problem('last_passkey');
        await recordEvent(transaction, {
          kind: 'passkey_removed',
          actor: caller.email,
          person: caller.email,
          facts: { name: removed, device: deviceOf(request.headers['user-agent']) },
        });
        const mail = rows.toPerson(caller.userId, newId(), { name: removed });
        await insertMail(secondFactorMails.passkey_removed, mail).execute(transaction);
        return removed;
      });
      if (name === undefined) throw await factorNeeded(db, caller.sessionId, 'enrol');
      return { deletedCount: name === '' ? 0 : 1 };
    },

    async beginPasskeyProof({ caller, request }) {
      const site = here(request.headers.origin);
      const known = await passkeys.listKnown(db, caller.userId);
      if (known.length === 0) throw notFound('passkey');
      const challenge = await passkeys.keepChallenge(db, caller.sessionId, 'prove');
      if (!challenge) throw unauthorized();
      return requestOf(site, challenge, known);
    },

    async proveByPasskey({ caller, body: { credential }, request }) {
      const device = deviceOf(request.headers['user-agent']);
      const site = here(request.headers.origin);
      const challenge = await passkeys.takeChallenge(db, caller.sessionId, 'prove');
      // It came too late, or once more: no try that the log should tell of.
      if (!challenge) throw refused();
      const signer = await findSigner(site, challenge, caller, credential);
      const codesLeft = signer && (await noteProof(caller, signer, device));
      if (codesLeft !== undefined) return { codesLeft };
      await noteFailed(database, 'second_factor_failed', caller.email, device);
      throw refused();
    },
  };
}
