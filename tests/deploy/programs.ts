import { spawnSync } from 'node:child_process';
import { isInstalled } from '../../launch/deployed-programs.ts';

/** Returns why a test that runs these programs is left out: a line that names those that are missing, or false. */
export function unless(...programs: string[]): string | false {
  const missing = programs.filter((program) => !isInstalled(program));
  return missing.length > 0 && `${missing.join(', ')} is not installed`;
}

/** Returns why a test that needs root is left out, or false. */
export function unlessRoot(): string | false {
  return process.getuid?.() !== 0 && 'only root may do this';
}

/** Runs a program to its end. `said` is all of its output, `out` what it has written to standard output. */
export function run(
  program: string,
  args: string[],
  env: Record<string, string> = {},
): { status: number | null; said: string; out: string } {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 ** 2,
  });
  return { status, said: error ? error.message : stdout + stderr, out: stdout ?? '' };
}
