/** Which rows of a table are to be bought, where a column may say it in words that are not known. Pure. */
import { isNotBought } from '#contract/matching/not-bought.ts';
import { stateOf } from './cell-text.ts';
import type { Row } from './cells.ts';
import { kindsOf } from './header-words.ts';
import type { PastedTable, TableQuestion } from './paste.ts';

/** Cells of a column such as Fitted that hold it back. */
const NOT_PLACED = /^(?:0|no|n|non|nein|false|falsch|not\b.{0,40}|un\p{L}{0,20}|x?dn[pfis])$/iu;

/** Cells of a column such as Status that do: with what else they say. */
const DEAD =
  /^(?:cancell?ed|on[ -]?hold|hold|storniert\p{L}{0,2}|gelöscht|gesperrt|geschlossen|erledigt|abgekündigt|annulée?s?|supprimée?s?|anulad[oa]s?|cancelad[oa]s?|obsolet\p{L}{0,4}|discontinued|deleted|closed|void|rejected)(?![\p{L}\p{N}])/iu;

/** Returns whether a cell of a column such as Status holds its row back. */
export const isHeldBack = (cell: string) => NOT_PLACED.test(cell) || DEAD.test(cell);

/** States of rows that are to be bought. */
const OPEN = new Set(
  `open new active ok approved released confirmed required needed order buy yes y true offen neu aktiv freigegeben genehmigt bestätigt
    bestellen kaufen ja benötigt ouvert ouverte nouveau actif active approuvé confirmé commander oui abierto abierta nuevo activo aprobado
    confirmado sí si aperto aperta nuovo attivo approvato otwarte nowe aktywne`.split(/\s+/),
);

/** Yes and no, and who makes it. */
const FLAG =
  /^(?:y|yes|n|no|x|true|false|j|ja|nein|oui|non|s|sí|si|tak|nie|make|made|buy|bought|[✓✔☑✅✗✘☒❌]\ufe0f?)$/iu;

/** States that are asked about one by one; more of them at once. */
const MOST_STATES = 6;

/** Kinds of columns whose yes and no are of the part, not of the order. */
const OF_PARTS = ['price', 'sheet', 'pack', 'unit', 'remark', 'substitute'] as const;

/** Returns a table with what is to be asked about the rows that it may leave out. */
export function withBoughtRows(table: PastedTable): PastedTable {
  const { rows, headers, fields } = table;
  if (headers === undefined) return table;
  const header = rows[headers]!;
  const parts = [...fields.keys()].filter((at) => /^(?:sku|mpn|description)$/.test(fields[at] ?? ''));
  const body = rows
    .slice(headers + 1)
    .filter(
      ({ raw, why, cells }) => !why && raw !== header.raw && parts.some((at) => stateOf(cells[at]) !== ''),
    );
  const questions = header.cells.flatMap((name, place): TableQuestion[] => {
    const states = [...new Set(body.map(({ cells }) => stateOf(cells[place])))];
    return leavesOf(name, fields[place], states).map((leaves) => ({ is: 'bought', places: [place], leaves }));
  });
  return { ...table, questions: [...table.questions, ...questions] };
}

/** Returns the questions about a column: of each the states of which one may leave rows out. */
function leavesOf(
  header: string,
  field: PastedTable['fields'][number],
  states: readonly string[],
): string[][][] {
  const kinds = kindsOf(header);
  if (field !== undefined && field !== 'placed') return [];
  if (kinds.has('status') && !kinds.has('stock') && !kinds.has('price')) {
    const unknown = states.filter(
      (state) => state !== '' && !OPEN.has(state) && !(field && isHeldBack(state)) && !isNotBought(state),
    );
    return unknown.length > MOST_STATES ? [[unknown]] : unknown.map((state) => [[state]]);
  }
  const isFlag = field === undefined && !OF_PARTS.some((kind) => kinds.has(kind));
  const said = states.filter((state) => state !== '');
  if (!isFlag || states.length < 2 || !said.every((state) => FLAG.test(state))) return [];
  return [states.map((state) => [state])];
}

/** Whether the buyer has yet to say whether such rows are bought. */
export const mayBeLeft = (cells: readonly string[], { questions }: PastedTable): boolean =>
  questions.some(({ places: [place], leaves = [] }) => leaves.flat().includes(stateOf(cells[place!])));

/** Returns whether a sign sets a part aside, where other rows do without: '//NB-C8', '#NB-C8', '-NB-C8', '(NB-C8)'. */
export const isAside = (cell: string | undefined): boolean =>
  /^(?:\/\/|#|-(?=\S)|\(.{1,100}\)$|\[[^\]]{1,100}\]$)/.test(cell?.trim() ?? '');

/** Returns the columns of part numbers in which some cells are set aside, and not all. */
export function asidesOf(rows: readonly Row[], numbered: readonly number[]): number[] {
  return numbered.filter((at) => {
    const filled = rows.map(({ cells }) => cells[at]?.trim() ?? '').filter((cell) => cell !== '');
    return filled.some(isAside) && !filled.every(isAside);
  });
}
