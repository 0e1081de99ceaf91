import type { FastifyRequest } from 'fastify';
import type { Admission } from '#contract/kernel/call.ts';
import { type Denied, isStaff, type Proof, type Reach } from '#contract/kernel/reach.ts';
import { can, FRESHLY_PROVEN, reachOf } from '#contract/policy.ts';
import {
  type Authentication,
  type Principal,
  type ProvenPerson,
  tokenOf,
} from '../ground/handling/authentication.ts';
import { companyClosed, forbidden, Problem } from '../ground/handling/problem.ts';

/** Who is asking, and which rows they reach. */
export interface Admitted {
  caller: Principal;
  reach: Reach;
}

/** Lets a request through to a call, as the rule of its entry says, or throws 401 or 403. */
export async function admit(
  call: Admission,
  request: FastifyRequest,
  authentication: Authentication,
): Promise<Admitted> {
  const caller = await PROVE[call.proof ?? 'bearer'](request, authentication);
  return admitCaller(call, caller);
}

/** Admits somebody who is proven, or nobody (undefined). */
function admitCaller({ proof = 'bearer', may }: Admission, caller: Principal): Admitted {
  if (may === 'anyone') return { caller, reach: 'all' };
  if (!caller) throw new Problem('unauthorized', { needs: proof === 'monitor' ? 'monitor' : 'person' });
  // The contract compiles only when the rule is for principals with the call's proof.
  const reach: Reach | Denied = reachOf(may, caller as never);
  // guard: tests/access/access.test.ts
  if (typeof reach === 'object' && 'no' in reach) throw toProblem(reach, caller);
  // guard: server/second-factor/second-factor.test.ts
  if (FRESHLY_PROVEN.has(may) && 'factor' in caller && caller.factor === 'old')
    throw new Problem('second_factor_needed', { step: 'prove' });
  return { caller, reach };
}

/** A right that is missing because the company is closed is told as that. */
function toProblem({ no }: Denied, caller: NonNullable<Principal>): Problem {
  if (no !== 'right_missing' || !('closedWhy' in caller) || caller.closedWhy === undefined)
    return forbidden(no);
  return companyClosed(caller.closedWhy, isStaff(caller.role) ? 'acting' : undefined);
}

const PROVE: Record<
  Proof,
  (request: FastifyRequest, authentication: Authentication) => Principal | Promise<Principal>
> = {
  bearer: readCaller,
  cookie: (request, { sessionOf }) => sessionOf(request),
  monitor: (request, { isMonitor }) => (isMonitor(request) ? { kind: 'monitor' } : undefined),
  // The handler proves it: it is over the body, which is not read yet.
  signature: () => undefined,
};

async function readCaller(
  request: FastifyRequest,
  authentication: Authentication,
): Promise<ProvenPerson | undefined> {
  const token = tokenOf(request);
  return token ? authentication.callerOf(token, request.headers['x-unattended'] === undefined) : undefined;
}

/**
 * Admits who was behind the request's token a moment ago: for a call that confirms it itself. Undefined also where the rule refuses
 * them: they are read afresh then, as they may have got a right since.
 */
export function admitLast(
  call: Admission,
  request: FastifyRequest,
  authentication: Authentication,
): Admitted | undefined {
  const token = tokenOf(request);
  const last = token ? authentication.lastCallerOf(token) : undefined;
  const isAdmitted = last && call.may !== 'anyone' && can(last as never, call.may);
  return isAdmitted ? admitCaller(call, last) : undefined;
}
