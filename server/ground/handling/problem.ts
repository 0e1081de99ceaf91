import {
  type FieldError,
  type ParamsOf,
  type ProblemBody,
  type ProblemCode,
  type ProblemStatus,
  problems,
} from '#contract/kernel/problem.ts';
import { problemTitles, problemWords } from '#contract/problem-words.ts';

interface Extra {
  /** Wrong fields; of `invalid_input` the first one's message stands for the problem's own sentence. */
  errors?: FieldError[];
  headers?: Record<string, string>;
  createdId?: string;
  /** With a 503 or 429: seconds to wait; null when the request is not to be sent again. */
  retryAfter?: number | null;
}

/** What a problem is made of: a code, its parameters where it has some, and what goes with the answer. */
export type ProblemParts = {
  [C in ProblemCode]: undefined extends ParamsOf<C>
    ? [code: C, params?: undefined, extra?: Extra]
    : [code: C, params: ParamsOf<C>, extra?: Extra];
}[ProblemCode];

/**
 * An error with an answer, by a code of the contract's list: what domain code throws, and what `errors.ts` alone turns into a
 * response. Its status follows from the code, and its message is the code's English sentence.
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: ProblemStatus;
  readonly code: ProblemCode;
  readonly params: ParamsOf<ProblemCode>;
  readonly title: string;
  readonly errors: FieldError[] | undefined;
  readonly createdId: string | undefined;
  readonly headers: Record<string, string>;
  /** Whether what went wrong is in the log already, or counted instead: answering it tells nothing more. */
  readonly isTold: boolean = false;

  constructor(...[code, params, extra = {}]: ProblemParts) {
    const words = problemWords[code] as (params: ParamsOf<ProblemCode>) => string;
    // Of wrong input the first field's message says more; other codes speak of all of their fields.
    super((code === 'invalid_input' && extra.errors?.[0]?.message) || words(params));
    this.status = STATUSES.get(code)!;
    this.code = code;
    this.params = params;
    this.title = problemTitles[code] ?? TITLES[this.status];
    this.errors = extra.errors;
    this.createdId = extra.createdId;
    this.headers = { ...headersOf(this.status, extra.retryAfter), ...extra.headers };
  }

  /** The answer's body (RFC 9457). */
  toBody(): ProblemBody {
    return {
      type: 'about:blank',
      title: this.title,
      status: this.status,
      detail: this.message,
      code: this.code,
      ...(this.params && { params: this.params }),
      ...(this.errors && { errors: this.errors }),
      ...(this.createdId && { createdId: this.createdId }),
    };
  }
}

const STATUSES: ReadonlyMap<ProblemCode, ProblemStatus> = new Map(
  Object.entries(problems).flatMap(([status, ofStatus]) =>
    Object.keys(ofStatus).map((code) => [code as ProblemCode, Number(status) as ProblemStatus]),
  ),
);

function headersOf(status: ProblemStatus, retryAfter: Extra['retryAfter']): Record<string, string> {
  if (status === 401) return { 'www-authenticate': 'Bearer' };
  const seconds = retryAfter === undefined && status === 503 ? 5 : retryAfter;
  return seconds == null ? {} : { 'retry-after': String(seconds) };
}

const TITLES: Record<ProblemStatus, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Wrong fields that one answer names. */
export const MOST_ERRORS = 100;

/** 400: the input is wrong, field by field, the first 100. The detail is the first field's message. */
export function invalidInput(errors: readonly FieldError[]): Problem {
  return new Problem('invalid_input', undefined, { errors: errors.slice(0, MOST_ERRORS) });
}

/** 401: no proof of who is asking, or a bad one. */
export function unauthorized(): Problem {
  return new Problem('unauthorized', { needs: 'person' });
}

/** 403: who is asking is known, and may not. */
export function forbidden(why: ParamsOf<'forbidden'>['why']): Problem {
  return new Problem('forbidden', { why });
}

/** Whether a refusal is told to staff, who can lift it. */
export type ToStaff = ParamsOf<'company_closed'>['toStaff'];

/** 409: the shop has closed the company. */
export function companyClosed(why: string, toStaff?: ToStaff): Problem {
  return new Problem('company_closed', { why, ...(toStaff && { toStaff }) });
}

/** 404: unknown, or somebody else's. */
export function notFound(what: ParamsOf<'not_found'>['what']): Problem {
  return new Problem('not_found', { what });
}

/** 409 where a locked row has another revision than the change was made from; without one the change counts in any case. */
export function requireRevision(madeFrom: number | undefined, now: number): void {
  if (madeFrom !== undefined && madeFrom !== now) throw new Problem('changed_meanwhile', { revision: now });
}
