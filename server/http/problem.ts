import type { FieldError, ProblemBody, ProblemCode, ProblemStatus } from '#contract/problem.ts';

interface Extra {
  errors?: FieldError[];
  headers?: Record<string, string>;
  title?: string;
  createdId?: string;
}

/** What a problem is made of: a status, and a code that comes with it. */
export type ProblemParts = {
  [S in ProblemStatus]: [status: S, code: ProblemCode<S>, detail: string, extra?: Extra];
}[ProblemStatus];

/** An error with an answer, of a status and a code of the contract's list: what domain code throws, and what `errors.ts` alone turns into a response. */
export class Problem extends Error {
  override name = 'Problem';
  readonly status: ProblemStatus;
  readonly code: ProblemCode;
  readonly title: string;
  readonly errors: FieldError[] | undefined;
  readonly createdId: string | undefined;
  readonly headers: Record<string, string>;
  /** Whether what went wrong is in the log already, or counted instead: answering it tells nothing more. */
  readonly isTold: boolean = false;

  constructor(...[status, code, detail, extra = {}]: ProblemParts) {
    super(detail);
    this.status = status;
    this.code = code;
    this.title = extra.title ?? TITLES[status] ?? 'Error';
    this.errors = extra.errors;
    this.createdId = extra.createdId;
    this.headers = extra.headers ?? {};
  }

  /** The answer's body (RFC 9457). */
  toBody(): ProblemBody {
    return {
      type: 'about:blank',
      title: this.title,
      status: this.status,
      detail: this.message,
      code: this.code,
      ...(this.errors && { errors: this.errors }),
      ...(this.createdId && { createdId: this.createdId }),
    };
  }
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

/** 400: the input is wrong, field by field. The detail is the first field's message. */
export function invalidInput(errors: FieldError[]): Problem {
  return new Problem(400, 'invalid_input', errors[0]?.message ?? 'The input is not valid', { errors });
}

/** 400 that no single field is to blame for. */
export function badRequest(code: ProblemCode<400>, detail: string): Problem {
  return new Problem(400, code, detail);
}

/** 401: no proof of who is asking, or a bad one. */
export function unauthorized(detail = 'Sign in to go on.'): Problem {
  return new Problem(401, 'unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } });
}

/** 402: the payment has not succeeded. */
export function paymentRequired(detail: string): Problem {
  return new Problem(402, 'payment_not_succeeded', detail);
}

/** 403: who is asking is known, and may not. */
export function forbidden(detail = 'You may not do this.'): Problem {
  return new Problem(403, 'forbidden', detail);
}

/** 404: unknown, or somebody else's. */
export function notFound(what: string): Problem {
  return new Problem(404, 'not_found', `${what} was not found. It may have been removed.`);
}

/** 409: the state of things forbids it. */
export function conflict(code: ProblemCode<409>, detail: string, title?: string): Problem {
  return new Problem(409, code, detail, title ? { title } : {});
}

/** 503: something the shop depends on is down. Never 401 or 403, on which the browser would sign out. */
export function unavailable(code: ProblemCode<503>, detail: string, retryAfterSeconds = 5): Problem {
  return new Problem(503, code, detail, { headers: { 'retry-after': String(retryAfterSeconds) } });
}
