/**
 * The weight from 0 to 1 that a header such as Accept or Accept-Encoding gives a name in lower case (RFC 9110, 12.4.2): 1
 * without `q`, 0 where it is not named. Wildcards name nothing. Taken apart at commas and semicolons, so that it takes no
 * longer than the header is long.
 */
export function weightOf(header: string | undefined, name: string): number {
  for (const part of header?.split(',') ?? []) {
    const [named, ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (named !== name) continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    return weight === undefined ? 1 : Number(weight.slice(2)) || 0;
  }
  return 0;
}
