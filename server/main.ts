import { EmbeddedPostgresError } from './database/embedded/errors.ts';
import { EnvError, readEnv } from './env.ts';
import { startShop } from './start.ts';
import { welcome } from './welcome.ts';

/** Runs the shop until it is told to stop. What is wrong with the environment is said in one line, and the exit code is 1. */
export async function main({ dev = false } = {}): Promise<void> {
  process.env.NODE_ENV ??= dev ? 'development' : 'production';
  try {
    const env = readEnv(process.env);
    const shop = await startShop(env, { dev, log: (line) => say(`  ${line}`) });
    stopWhenAsked(shop.close);
    say(welcome(shop, env));
  } catch (error) {
    say(`Northbridge cannot start: ${explain(error)}`);
    process.exit(1);
  }
}

function stopWhenAsked(close: () => Promise<void>): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await close().catch((error) => say(`Stopping failed: ${explain(error)}`));
    process.exit(0);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  // The launcher is gone: nobody is left who could stop us.
  process.on('disconnect', stop);
}

function explain(error: unknown): string {
  if (error instanceof EnvError || error instanceof EmbeddedPostgresError) return error.message;
  const { code, message } = error as NodeJS.ErrnoException;
  if (['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '28000', '3D000'].includes(code ?? '')) {
    return `DATABASE_URL cannot be reached (${message || code})`;
  }
  return error instanceof Error ? (error.stack ?? message) : String(error);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
