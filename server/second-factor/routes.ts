import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { deviceOf } from '#contract/accounts/devices.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { secondFactorCalls } from '#contract/second-factor/calls.ts';
import { factorNeeded, removeFactor } from '../accounts/factor.ts';
import { endSessions, holdUser } from '../accounts/queries.ts';
import { noteFailed } from '../accounts/sign-ins.ts';
import type { Database } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import type { HandlersOf, ProviderSession } from '../ground/handling/handler.ts';
import { invalidInput, Problem, unauthorized } from '../ground/handling/problem.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import type { Settings } from '../settings/settings.ts';
import { addressOf, appCode, newSecret, stepOf } from './codes.ts';
import { isFirstFactor, turnOn } from './enrol.ts';
import { secondFactorMails } from './mail-words.ts';
import * as rows from './queries.ts';

export type SecondFactorCalls = keyof typeof secondFactorCalls;

export interface SecondFactorTerms {
  /** The first encrypts the secrets of apps, the others were it before. */
  keys: readonly [string, ...string[]];
  /** Whether staff and admins have to have one. */
  required: boolean;
  /** The origins under which people open the shop: passkeys belong to their hosts. */
  origins: readonly string[];
}

export function secondFactorHandlers(
  database: Database,
  { keys, required }: Omit<SecondFactorTerms, 'origins'>,
  settings: Settings,
): HandlersOf<SecondFactorCalls> {
  const { db } = database;

  /** Opens the secret of an app. Throws where it was encrypted by no key that is known. */
  async function open(data: string): Promise<string> {
    for (const key of keys) {
      const secret = await symmetricDecrypt({ key, data }).catch(() => undefined);
      if (secret !== undefined) return secret;
    }
    throw invalidInput([fieldError('code', 'code_unreadable')]);
  }

  /** The problem of a code that is wrong or used up, which the log tells of. */
  async function wrong({ email }: ProviderSession, agent: string | undefined): Promise<Problem> {
    await noteFailed(database, 'second_factor_failed', email, deviceOf(agent));
    return invalidInput([fieldError('code', 'code_wrong')]);
  }

  /** Counts a try, and finds the half minute that a code of the app is of. Throws for a code that is not the app's. */
  async function tryCode(
    caller: ProviderSession,
    code: string | undefined,
    which: 'secret' | 'pending',
    agent: string | undefined,
  ): Promise<{ sealed: string; step: number }> {
    const sealed = (await rows.takeAttempt(db, caller))?.[which];
    if (!sealed) {
      const seconds = await rows.secondsToWait(db, caller);
      if (seconds === undefined) throw await wrong(caller, agent);
      throw new Problem('too_many_requests', { what: 'secondFactor', seconds }, { retryAfter: seconds });
    }
    const step = code === undefined ? undefined : await stepOf(await open(sealed), code);
    if (step === undefined) throw await wrong(caller, agent);
    return { sealed, step };
  }

  return {
    async getSecondFactor({ caller }) {
      const { enrolledAt, ...state } = await rows.stateOf(db, caller.userId);
      return { ...(enrolledAt && { enrolledAt: enrolledAt.toISOString() }), ...state, required };
    },

    async beginSecondFactor({ caller }) {
      const secret = newSecret();
      const sealed = await symmetricEncrypt({ key: keys[0], data: secret });
      if (!(await rows.keepPending(db, caller.sessionId, sealed))) {
        await rows.requireProvenAddress(db, caller.userId);
        throw await factorNeeded(db, caller.sessionId, 'sign_in');
      }
      const uri = addressOf(secret, settings.values.shop.name, caller.email);
      return { uri, secret: new URL(uri).searchParams.get('secret')! };
    },

    async confirmSecondFactor({ caller, body, request }) {
      const agent = request.headers['user-agent'];
      const { sealed, step } = await tryCode(caller, appCode(body.code), 'pending', agent);
      const codes = await db.transaction().execute(async (transaction) => {
        await holdUser(transaction, caller.userId);
        await rows.requireProvenAddress(transaction, caller.userId);
        if (!(await rows.takePending(transaction, caller.userId, sealed, step))) return undefined;
        await isFirstFactor(transaction, caller);
        await turnOn(transaction, caller);
        await recordEvent(transaction, {
          kind: 'second_factor_added',
          actor: caller.email,
          person: caller.email,
          facts: { device: deviceOf(agent) },
        });
        await insertMail(
          secondFactorMails.second_factor_added,
          rows.toPerson(caller.userId, newId()),
        ).execute(transaction);
        return rows.replaceCodes(transaction, caller.userId);
      });
      if (!codes) throw await wrong(caller, agent);
      return { codes };
    },

    async proveSecondFactor({ caller, body, request }) {
      const agent = request.headers['user-agent'];
      const digits = appCode(body.code);
      const found = digits === undefined ? undefined : await tryCode(caller, digits, 'secret', agent);
      const left = await db.transaction().execute(async (transaction) => {
        const isUsed = found
          ? await rows.spendStep(transaction, caller.userId, found.sealed, found.step)
          : await rows.spendRecoveryCode(transaction, caller.userId, body.code);
        if (!isUsed) return undefined;
        const proof = await rows.noteProof(transaction, caller.sessionId);
        if (!proof) throw unauthorized();
        const codesLeft = await rows.countRecoveryCodes(transaction, caller.userId);
        const told = { actor: caller.email, person: caller.email };
        if (!found) {
          await recordEvent(transaction, {
            kind: 'recovery_code_used',
            ...told,
            facts: { left: codesLeft, device: deviceOf(agent) },
          });
          const mail = rows.toPerson(caller.userId, newId(), { left: codesLeft });
          await insertMail(secondFactorMails.recovery_code_used, mail).execute(transaction);
        } else if (!proof.again) {
          await recordEvent(transaction, {
            kind: 'second_factor_proven',
            ...told,
            facts: { device: deviceOf(agent) },
          });
        }
        return codesLeft;
      });
      if (left === undefined) throw await wrong(caller, agent);
      return { codesLeft: left };
    },

    async replaceRecoveryCodes({ caller }) {
      const codes = await db.transaction().execute(async (transaction) => {
        await holdUser(transaction, caller.userId);
        if (!(await rows.lockProven(transaction, caller.sessionId))) return undefined;
        await recordEvent(transaction, {
          kind: 'recovery_codes_replaced',
          actor: caller.email,
          person: caller.email,
        });
        return rows.replaceCodes(transaction, caller.userId);
      });
      if (!codes) throw await factorNeeded(db, caller.sessionId, 'enrol');
      return { codes };
    },

    async removeSecondFactor({ params, caller }) {
      const email = params.email.toLowerCase();
      if (email === caller.email) throw new Problem('own_second_factor');
      return db.transaction().execute(async (transaction) => {
        const userId = await removeFactor(transaction, email);
        if (userId === undefined) return { deletedCount: 0 };
        await endSessions(transaction, userId);
        await recordEvent(transaction, {
          kind: 'second_factor_removed',
          actor: caller.email,
          person: email,
          facts: {},
        });
        const mail = rows.toPerson(userId, newId(), { by: caller.email });
        await insertMail(secondFactorMails.second_factor_removed, mail).execute(transaction);
        return { deletedCount: 1 };
      });
    },
  };
}
