import { OWN_RIGHTS } from '../companies/rights.ts';
import { FRESHLY_PROVEN, policy } from '../policy.ts';
import type { Admission, Call } from './call.ts';
import { type ProblemCode, type ProblemStatus, problems } from './problem.ts';
import type { Denied, Person, Proof, Reach } from './reach.ts';

/** Codes of refusals before the call is known, or during an outage. */
const ANY: readonly ProblemCode[] = [
  'broken_request',
  'bad_request',
  'invalid_url',
  'invalid_host',
  'invalid_length',
  'headers_too_large',
  'url_too_long',
  'request_timeout',
  'too_slow',
  'too_many_requests',
  'internal',
  'overloaded',
  'database_down',
  'database_full',
  'busy',
  // A character in the path, the query or the body cannot be stored.
  'invalid_input',
];

const BY_PROOF: Record<Proof, readonly ProblemCode[]> = {
  bearer: ['unauthorized'],
  cookie: ['unauthorized', 'forbidden', 'sign_in_down'],
  signature: [],
  monitor: ['unauthorized'],
};

/** Returns the results of a call's rule by role, for those who have these rights; undefined where it sees none, or is for anyone. */
export function reachesOf(
  { proof = 'bearer', may }: Admission,
  rights = OWN_RIGHTS,
): Record<Person['role'], Reach | Denied> | undefined {
  if (proof !== 'bearer' || may === 'anyone') return undefined;
  const rule = policy[may] as (who: Person) => Reach | Denied;
  const somebody = { kind: 'person', userId: '', email: '', buyerId: '', rights } as const;
  const as = (role: Person['role']) => rule({ ...somebody, role });
  return { customer: as('customer'), staff: as('staff'), admin: as('admin') };
}

/** Returns whether a rule refuses everybody with this role, or those of them who have these rights. */
export function isClosedTo(role: Person['role'], call: Admission, rights = OWN_RIGHTS): boolean {
  const reach = reachesOf(call, rights)?.[role];
  return typeof reach === 'object' && 'no' in reach;
}

/** Returns the problem codes of a call: those that follow from its shape, and those that its entry names. */
export function refusalsOf(call: Call): Set<ProblemCode> {
  return new Set([
    ...ANY,
    ...(call.may === 'anyone' ? [] : BY_PROOF[call.proof ?? 'bearer']),
    ...(isClosedTo('customer', call)
      ? (['forbidden'] as const)
      : isClosedTo('customer', call, [])
        ? // It needs a right, which no member of a closed company has.
          (['company_closed'] as const)
        : []),
    // Requests with a cookie have to come from the shop's own pages.
    ...(call.method === 'GET' ? [] : (['forbidden', 'unsupported_media_type'] as const)),
    ...(call.method === 'GET' ? [] : (['invalid_json', 'too_large'] as const)),
    ...(FRESHLY_PROVEN.has(call.may) ? (['second_factor_needed'] as const) : []),
    ...(call.most ? (['too_many_entries'] as const) : []),
    ...(call.creates ? (['idempotency_key_reused'] as const) : []),
    ...(call.refuses ?? []),
  ]);
}

/** Returns codes by their status, in the order of the list of problems. */
export function byStatus(codes: ReadonlySet<ProblemCode>): Map<ProblemStatus, ProblemCode[]> {
  const found = new Map<ProblemStatus, ProblemCode[]>();
  for (const [status, ofStatus] of Object.entries(problems)) {
    const some = (Object.keys(ofStatus) as ProblemCode[]).filter((code) => codes.has(code));
    if (some.length > 0) found.set(Number(status) as ProblemStatus, some);
  }
  return found;
}
