/** What a cell of a table says, as it is looked up and compared. Pure. */

/** The most characters of a cell that is read. */
const LONGEST = 1_000;

/** Returns a cell as it is looked up: without the signs of Markdown. */
export function cellText(cell: string): string {
  let text = cell.slice(0, LONGEST).trim();
  const link = /^\[([^\]]{1,300})\]\([^()\s]{1,500}\)$/.exec(text);
  if (link) text = link[1]!;
  return text
    .replace(/^[*_`]{1,3}|[*_`]{1,3}$/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns a cell as it is compared with others of its column. */
export const stateOf = (cell: string | undefined): string => cellText(cell ?? '').toLowerCase();
