/** The most characters of a slug or a key. */
const MOST = 60;

/** Returns a slug or key for a name: 'Lüfter 120 mm' becomes 'lufter-120-mm'. */
export function wordOf(name: string, joint: '-' | '_'): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '');
  while (words.length > 1 && words.join(joint).length > MOST) words.pop();
  return words.join(joint).slice(0, MOST);
}
