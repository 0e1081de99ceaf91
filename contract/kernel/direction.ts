/**
 * Returns text without the marks that turn the direction of what follows them, in a name also of what stands beside it. Spreadsheets
 * add them to what is copied, so they are left out and not refused. Letters that are written from the right need none.
 * https://www.unicode.org/reports/tr9/#Directional_Formatting_Characters
 */
export const withoutTurns = (text: string) =>
  // Nearly no text has any: looking costs less than replacing.
  text.search(TURNS) < 0 ? text : text.replaceAll(TURNS, '');

const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;
