import { run } from './programs.ts';

/** Debian's stable release, of which images and the trial of docs/going-live.md are. */
const RELEASE = 'trixie';
/** What images of Debian leave out, as debian:trixie-slim does. */
const LEFT_OUT = ['doc/*', 'locale/*', 'man/*', 'info/*'];

/**
 * Makes a small Debian with mmdebstrap, from the mirror and by the keys of this machine. Needs root.
 * @param target a folder, or a file that ends in .tar
 * @param packages beside those without which no Debian runs
 */
export function makeDebianRoot(target: string, { packages }: { packages: string[] }): void {
  const { status, said } = run('mmdebstrap', [
    ...['--variant=essential', `--include=${packages.join(',')}`],
    ...LEFT_OUT.map((path) => `--dpkgopt=path-exclude=/usr/share/${path}`),
    ...[RELEASE, target],
  ]);
  if (status !== 0) throw new Error(`mmdebstrap: ${said}`);
}
