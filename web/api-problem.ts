import type { FieldError, ProblemBody } from '#contract/kernel/problem.ts';

/** A failed call. Compare by `status` and `code`. Without an answer the status is 0 and the code 'offline'. */
export class ApiProblem extends Error {
  override name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly errors: FieldError[];
  readonly params: Readonly<Record<string, string | number>>;
  /** When the Idempotency-Key was used with another request before: the id of what that request has created. */
  readonly createdId: string | undefined;

  constructor(
    status: number,
    code: string,
    detail: string,
    errors: FieldError[] = [],
    createdId?: string,
    params = {},
  ) {
    super(detail);
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.createdId = createdId;
    this.params = params;
  }
}

/** Returns the problem of an error response: problem+json, the sign-in provider's `{code, message}`, or neither. */
export async function problemOf(answer: Response): Promise<ApiProblem> {
  let body: Partial<ProblemBody> & { message?: string; error?: { message?: string } } = {};
  try {
    body = (await answer.json()) ?? {};
  } catch {
    // A proxy's error page has only a status.
  }
  const known = await loadWords();
  const errors = body.errors?.map((error) => inWords(error, known)) ?? [];
  const words = errors[0]?.message ?? known?.wordsOfProblem(body.code, body.params);
  const detail = words ?? body.detail ?? body.message ?? body.error?.message ?? fallbackDetail(answer.status);
  return new ApiProblem(answer.status, body.code ?? 'unknown', detail, errors, body.createdId, body.params);
}

/** The texts of all codes, which most visits never need. While they cannot be had, those of the response are shown. */
async function loadWords() {
  try {
    return {
      ...(await import('#contract/kernel/field-words.ts')),
      ...(await import('#contract/problem-words.ts')),
    };
  } catch {
    return undefined;
  }
}

/** Returns the message of an invalid field: the text of its code, or the response's for an unknown code. */
function inWords(error: FieldError, words: Awaited<ReturnType<typeof loadWords>>): FieldError {
  return { ...error, message: words?.wordsOfField(error.code, error.params) ?? error.message };
}

function fallbackDetail(status: number): string {
  if (status === 429) return 'Too many tries. Wait a minute and try again.';
  if (status >= 500) return 'The shop is not available right now. Try again in a moment.';
  return 'The shop did not accept this. Check what you entered and try again.';
}

/** Whether the same call may succeed later: there was no answer, the server failed, or calls were too frequent. */
export function isOutage(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/** Returns the status of a failed call, or undefined for another error. */
export function statusOf(error: unknown): number | undefined {
  return error instanceof ApiProblem ? error.status : undefined;
}
