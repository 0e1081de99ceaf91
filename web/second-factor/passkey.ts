/** Passkeys by the browser's own functions. Knows no React. */

import { TRANSPORTS } from '#contract/second-factor/limits.ts';
import type {
  NewPasskey,
  PasskeyCreation,
  PasskeyProof,
  PasskeyRequest,
} from '#contract/second-factor/passkeys.ts';
import { ApiProblem } from '../api-problem.ts';

/** Has the browser make a passkey. Throws ApiProblem. */
export async function makePasskey(asked: PasskeyCreation): Promise<NewPasskey['credential']> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(asked);
  const { id, response } = await answerOf(navigator.credentials.create({ publicKey }));
  const {
    clientDataJSON,
    attestationObject,
    transports = [],
  } = response as RegistrationResponseJSON['response'];
  return {
    id,
    clientDataJSON,
    attestationObject,
    transports: TRANSPORTS.filter((one) => transports.includes(one)),
  };
}

/** Has one of the person's passkeys sign what the shop asks. Throws ApiProblem. */
export async function signByPasskey(asked: PasskeyRequest): Promise<PasskeyProof['credential']> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(asked);
  const { id, response } = await answerOf(navigator.credentials.get({ publicKey }));
  const { clientDataJSON, authenticatorData, signature, userHandle } =
    response as AuthenticationResponseJSON['response'];
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) };
}

async function answerOf(asking: Promise<Credential | null>): Promise<{ id: string; response: object }> {
  const credential = await asking.catch((error: Error) => {
    const message = REASONS[error.name] ?? 'The passkey could not be used. Try again.';
    throw new ApiProblem(400, 'passkey_refused', message);
  });
  return (credential as PublicKeyCredential).toJSON();
}

/** Why a browser answers nothing, by the name of its error. */
const REASONS: Record<string, string> = {
  NotAllowedError: 'No passkey was used: it was canceled, or took too long. Try again.',
  InvalidStateError: 'This device or key has a passkey for the shop already. Use another one.',
  SecurityError: 'Passkeys do not work at this address. Open the shop by its name, with https.',
};
