import type { Access, Call } from './call.ts';
import { type ProblemCode, type ProblemStatus, problems } from './problem.ts';

/** What any request can be refused with, before it is known which call it is for, or when something is down. */
const ANY: readonly ProblemCode[] = [
  ...(['broken_request', 'bad_request', 'invalid_url', 'invalid_host', 'invalid_length'] as const),
  'headers_too_large',
  ...([
    'url_too_long',
    'request_timeout',
    'too_slow',
    'too_many_requests',
    'internal',
    'overloaded',
    'database_down',
    'busy',
  ] as const),
  // A part of the path, the query or the body with a character that cannot be stored.
  'invalid_input',
];

const BY_ACCESS: Record<Access, readonly ProblemCode[]> = {
  public: [],
  session: ['unauthorized', 'forbidden', 'sign_in_down'],
  user: ['unauthorized'],
  owner: ['unauthorized'],
  self: ['unauthorized'],
  admin: ['unauthorized', 'forbidden'],
  provider: [],
  monitor: ['unauthorized'],
};

/** The codes that a call can be refused with: what follows from its shape, and what its entry names. */
export function refusalsOf(call: Call): Set<ProblemCode> {
  return new Set([
    ...ANY,
    ...BY_ACCESS[call.access],
    // Where a cookie comes along, the request has to come from the shop's own pages.
    ...(call.method === 'GET' ? [] : (['forbidden', 'unsupported_media_type'] as const)),
    ...(call.method === 'GET' ? [] : (['invalid_json', 'too_large'] as const)),
    ...(call.creates ? (['idempotency_key_reused'] as const) : []),
    ...(call.refuses ?? []),
  ]);
}

/** Codes by the status they come with, in the order of the list of problems. */
export function byStatus(codes: ReadonlySet<ProblemCode>): Map<ProblemStatus, ProblemCode[]> {
  const found = new Map<ProblemStatus, ProblemCode[]>();
  for (const [status, ofStatus] of Object.entries(problems)) {
    const some = (Object.keys(ofStatus) as ProblemCode[]).filter((code) => codes.has(code));
    if (some.length > 0) found.set(Number(status) as ProblemStatus, some);
  }
  return found;
}
