/**
 * What the log tells of requests and errors. It lists what may be told rather than what may not: no header, no body, no
 * query, no address of a client, and nothing that an error carries besides its message and where it came from.
 */
export const serializers = {
  req: ({ method, url }: { method?: string; url?: string }) => ({ method, path: toLoggedPath(url ?? '') }),
  res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
  err: toLoggedError,
};

/** A path without its query, with words in the place of addresses of people and of secrets. */
export function toLoggedPath(url: string): string {
  const [path = ''] = url.split('?');
  return path
    .split('/')
    .map((part) => {
      // guard: tests/http/log.test.ts
      if (/@|%40/i.test(part)) return ':email';
      // Ids of ours have 36 characters and files an ending; what is as long and neither may be a secret.
      return part.length >= 20 && !/^[0-9a-f-]{36}$|[.][a-z0-9]{2,5}$/i.test(part) ? ':hidden' : part;
    })
    .join('/');
}

interface LoggedError {
  [key: string]: unknown;
  type: string;
  message: string;
  stack: string;
  code?: string | number;
  cause?: LoggedError;
}

/** PostgreSQL's errors quote the row, Stripe's the request: neither is told. Addresses of people are cut out of messages. */
export function toLoggedError(error: unknown): LoggedError {
  if (!(error instanceof Error))
    return { type: typeof error, message: withoutPeople(String(error)), stack: '' };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: withoutPeople(error.message),
    stack: withoutPeople(error.stack ?? ''),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.cause instanceof Error && { cause: toLoggedError(error.cause) }),
  };
}

/**
 * Text with `[email]` in the place of every address: what stands before and after an @ up to the next letter that no address
 * has. Looked for from each @ outwards: a text takes as many steps as it is long.
 */
function withoutPeople(text: string): string {
  let redacted = '';
  let done = 0;
  for (const { index, 0: at } of text.matchAll(/@|%40/gi)) {
    let start = index;
    while (start > done && OF_A_NAME.test(text[start - 1]!)) start -= 1;
    let end = index + at.length;
    while (end < text.length && OF_A_HOST.test(text[end]!)) end += 1;
    if (start === index || !text.slice(index + at.length, end).includes('.')) continue;
    redacted += `${text.slice(done, start)}[email]`;
    done = end;
  }
  return redacted + text.slice(done);
}

const OF_A_NAME = /[\w.+-]/;
const OF_A_HOST = /[\w.-]/;
