import type { FastifyRequest } from 'fastify';
import type { Api, Body, CallName, Output, Params, Query } from '#contract/api.ts';
import type { Admission } from '#contract/kernel/call.ts';
import type { AnyPerson, Monitor, Proof, SessionHolder } from '#contract/kernel/reach.ts';
import type { Action, ActionBy, ReachOf, RoleBlindAction } from '#contract/policy.ts';
import type { Answer } from './answer.ts';

/** A person who is asking, read from the session behind the bearer. Handlers do not see roles: they ask `can`. */
export interface Caller extends AnyPerson {
  sessionId: string;
  name: string;
  /** SHA-256 of the accessToken that proves it, in hexadecimal. */
  tokenHash: string;
}

/** Who the sign-in provider's cookie proves. */
export interface ProviderSession extends SessionHolder {
  sessionId: string;
  expiresAt: Date;
}

/** Whoever is asking, by what proves them. A signature is proven by the handler itself: it is over the body. */
interface Callers {
  bearer: Caller;
  cookie: ProviderSession;
  signature: undefined;
  monitor: Monitor;
}

type CallerOf<C extends Admission> = C extends { may: 'anyone' }
  ? Caller | undefined
  : C extends { proof: infer P extends Proof }
    ? Callers[P]
    : Caller;

/** What a handler is given: everything parsed and proven. */
export interface Input<N extends CallName> {
  params: Params<N>;
  query: Query<N>;
  body: N extends SignedCall ? Buffer : Body<N>;
  caller: CallerOf<Api[N]>;
  /** Which rows the call may be about, as its rule says. Those out of reach do not exist to the caller. */
  reach: Api[N]['may'] extends infer A extends Action ? ReachOf<A> : 'all';
  /** Whether the caller may do something else besides, on which the answer depends. */
  can(action: ActionBy<'bearer'>): boolean;
  /** The client's Idempotency-Key, on calls that create. */
  idempotencyKey: string | undefined;
  /** Waits for something that takes no work. Meanwhile the call is not counted as one that is in work. */
  rest<T>(wait: () => Promise<T>): Promise<T>;
  /** For what is not JSON: multipart bodies, signatures, conditional reads. */
  request: FastifyRequest;
}

type Result<N extends CallName> = [Output<N>] extends [never]
  ? Answer
  : Output<N> | Answer<Output<N>> | Answer;

export type Handler<N extends CallName> = (input: Input<N>) => Result<N> | Promise<Result<N>>;

/**
 * A handler that needs no look at the session before its work: it is given who the token stood for a moment ago, and what
 * it does or tells, it does and tells in a statement that finds the caller by `tokenHash` itself. When it throws, who is asking
 * is read afresh, and 401 answered when it is nobody any more. Their role may have changed, so only a call whose rule does
 * not see roles can have such a handler.
 */
export class ConfirmingHandler<N extends CallName> {
  readonly handle: Handler<N>;
  constructor(handle: Handler<N>) {
    this.handle = handle;
  }
}

/** The calls that are proven by a signature. */
export type SignedCall = { [N in CallName]: Api[N] extends { proof: 'signature' } ? N : never }[CallName];

/**
 * A handler of a call whose proof is a signature over the bytes of its body, which it checks before anything else. A body
 * above the usual size is read only when `mayBeSigned` finds a signature of the right form in the request's headers. Anybody
 * can make up such headers; signed-body.ts bounds what they hold.
 */
export class SignedHandler<N extends SignedCall> {
  readonly handle: Handler<N>;
  readonly mayBeSigned: (request: FastifyRequest) => boolean;
  constructor(handle: Handler<N>, mayBeSigned: (request: FastifyRequest) => boolean) {
    this.handle = handle;
    this.mayBeSigned = mayBeSigned;
  }
}

/** A handler for every call of the contract: a missing one does not compile. */
export type Handlers = {
  [N in CallName]: N extends SignedCall
    ? SignedHandler<N>
    : Handler<N> | (Api[N]['may'] extends RoleBlindAction ? ConfirmingHandler<N> : never);
};

/** The handlers of one noun. */
export type HandlersOf<N extends CallName> = Pick<Handlers, N>;
