// Commands of a shop import this first: what the file `.env` says counts where the environment says nothing.
// ENV_FILE names another file; where it is empty, none is read.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const { ENV_FILE: named } = process.env;
const path = named ?? '.env';

if (path !== '') {
  const text = read();
  const unread = unreadLines(text);
  if (unread.length > 0) {
    console.error(
      `${path}: ${unread.map((line) => `line ${line}`).join(', ')} cannot be read. A line is NAME=value, or begins with #.`,
    );
    process.exit(1);
  }
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value;
}

/** The numbers of the lines that `parseEnv` would leave out without a word: a shop would start without what they are to say. */
function unreadLines(text: string): number[] {
  const unread: number[] = [];
  /** Where a value began whose quote has not ended yet, and the quote. */
  let open: { line: number; quote: string } | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const words = line.trim().replace(/^export /, '');
    if (open) {
      if (words.includes(open.quote)) open = undefined;
      continue;
    }
    if (words === '' || words.startsWith('#')) continue;
    const [name = '', ...rest] = words.split('=');
    if (rest.length === 0 || !/^[\w.-]+$/.test(name.trim())) {
      unread.push(index + 1);
      continue;
    }
    const value = rest.join('=').trim();
    const quote = value.charAt(0);
    if (/["'`]/.test(quote) && !value.includes(quote, 1)) open = { line: index + 1, quote };
  }
  return open ? [...unread, open.line] : unread;
}

/** Node's own `process.loadEnvFile` tells a file that may not be read from one that is not there by nothing: a shop would start without its variables. */
function read(): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Nobody needs the usual file; one that was asked for has to be there.
    if (code === 'ENOENT' && named === undefined) return '';
    const advice =
      code === 'EACCES'
        ? 'Run this as the user of the shop, or let that user read the file.'
        : 'Correct its name or its rights.';
    console.error(
      `${named === undefined ? '' : 'ENV_FILE: '}${path} cannot be read (${code ?? message}). ${advice}`,
    );
    process.exit(1);
  }
}
