// Commands of a shop import this first: what the file `.env` says counts where the environment says nothing.
// ENV_FILE names another file; where it is empty, none is read.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';

const { ENV_FILE: named } = process.env;
const path = named ?? '.env';

if (path !== '') {
  for (const [name, value] of Object.entries(parseEnv(read()))) process.env[name] ??= value;
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
