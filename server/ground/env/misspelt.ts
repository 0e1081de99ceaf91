/** Letters that may be wrong in a name of so many letters. */
const mostWrong = (letters: number) => (letters < 10 ? 1 : 2);

/**
 * Says which variables look like misspelt ones of the shop, or like files of what is no secret, a line each. Those without an
 * underscore may be other programs', and are left alone.
 * @param known the names of the shop's variables
 */
export function findMisspelt(
  source: Record<string, string | undefined>,
  known: ReadonlySet<string>,
): string[] {
  return Object.keys(source).flatMap((name) => {
    if (!name.includes('_') || known.has(name)) return [];
    const plain = name.endsWith('_FILE') && name.slice(0, -'_FILE'.length);
    if (plain && known.has(plain)) return [`${name} is not read, as ${plain} is no secret: set ${plain}.`];
    const meant = [...known].find((one) => differ(name, one) <= mostWrong(name.length));
    return meant === undefined ? [] : [`${name}: did you mean ${meant}?`];
  });
}

/** How many letters have to be changed, put in or left out to make one name of the other; more than two are not counted. */
function differ(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let row = Array.from({ length: other.length + 1 }, (_, n) => n);
  for (const [n, letter] of [...one].entries()) {
    const next = [n + 1];
    for (let m = 0; m < other.length; m += 1)
      next.push(Math.min(row[m]! + (letter === other[m] ? 0 : 1), row[m + 1]! + 1, next[m]! + 1));
    row = next;
  }
  return row[other.length]!;
}
