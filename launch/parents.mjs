// npm runs a script through a shell, which does not pass signals on: stopping `npm start` by its process
// id would leave the shop running. So the launcher checks whether both still run.
import { readFileSync } from 'node:fs';

const EVERY = 500;

/**
 * Calls `onGone` once when the npm that runs this script, or its shell, has ended. Does nothing outside npm: a process
 * that starts the launcher directly may end and leave it running.
 * @param {() => void} onGone
 */
export function watchNpm(onGone) {
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const shell = process.ppid;
  // When the shell has replaced itself by the launcher (exec), the parent is npm itself.
  const npm = isScriptShell(shell) ? parentOf(shell) : undefined;
  const timer = setInterval(() => {
    if (process.ppid === shell && (npm === undefined || parentOf(shell) === npm)) return;
    clearInterval(timer);
    onGone();
  }, EVERY);
  timer.unref();
}

function isScriptShell(pid) {
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words[1] === '-c' && /\blaunch\.mjs\b/.test(words[2] ?? '');
  } catch {
    return false;
  }
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}
