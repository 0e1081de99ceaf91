/**
 * Shows progress: in a terminal one line that counts the seconds, elsewhere a line every ten seconds.
 * @param {string} what such as `Installing packages`
 * @returns {(end: string) => void} ends the line with the result
 */
export function showProgress(what) {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  const inTerminal = process.stdout.isTTY === true;
  process.stdout.write(inTerminal ? `${what} ...` : `${what} ...\n`);
  const timer = setInterval(
    () => process.stdout.write(inTerminal ? `\r${what} ... ${seconds()} s` : `${what} ... ${seconds()} s\n`),
    inTerminal ? 1000 : 10_000,
  );
  timer.unref();
  return (end) => {
    clearInterval(timer);
    const time = ((performance.now() - begun) / 1000).toFixed(1);
    process.stdout.write(`${inTerminal ? '\r' : ''}${what} ... ${end} (${time} s)\n`);
  };
}
