import { findMisspelt } from './ground/env/misspelt.ts';
import { readEnv, variableNames } from './ground/env.ts';
import { explain } from './ground/explain.ts';
import { WIRE_LIMITS } from './http/wire.ts';
import { startShop } from './start.ts';
import { welcome } from './welcome.ts';

/** Milliseconds for the end, after `DRAIN_SECONDS`: what waits longer, as for a database that never answers, is cut off. */
const MOST_STOP_MS = WIRE_LIMITS.closeWithin + 4_000;

/** Runs the shop until it is told to stop. What its operator can mend is said in a line each, and the exit code is 1. */
export async function main({ dev = false } = {}): Promise<void> {
  process.env.NODE_ENV ??= dev ? 'development' : 'production';
  try {
    for (const line of findMisspelt(process.env, variableNames())) say(line);
    const env = readEnv(process.env);
    const options = { log: (line: string) => say(`  ${line}`) };
    // Where there is one, it serves itself. So it does while developing: hot reload has one server.
    const shop =
      env.processes > 1 && !dev
        ? await (await import('./processes/first.ts')).startProcesses(env, options)
        : await startShop(env, { dev, ...options });
    stopWhenAsked(shop.close, MOST_STOP_MS + env.drainSeconds * 1000);
    say(welcome(shop, env));
  } catch (error) {
    say(`Northbridge cannot start: ${explain(error)}`);
    process.exit(1);
  }
}

function stopWhenAsked(close: () => Promise<void>, mostMs: number): void {
  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      say('Stopping takes too long: what is still under way is cut off');
      process.exit(0);
    }, mostMs);
    await close().catch((error) => say(`Stopping failed: ${explain(error)}`));
    process.exit(0);
  };
  process.on('SIGINT', stop).on('SIGTERM', stop).on('SIGHUP', stop);
  // The launcher is gone: nobody is left who could stop us.
  process.on('disconnect', stop);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
