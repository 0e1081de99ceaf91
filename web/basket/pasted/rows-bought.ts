/** Which rows of a table are to be bought, where a column may say it in words that are not known. Pure. */
import { saysNo, saysYes } from '#contract/kernel/yes-no.ts';
import { isCalledOff, isNotBought } from '#contract/matching/not-bought.ts';
import { stateOf } from './cell-text.ts';
import type { Row } from './cells.ts';
import { kindsOf } from './header-words.ts';
import type { PastedTable, TableQuestion } from './paste.ts';

/** Cells of a column such as Fitted that hold it back. */
const NOT_PLACED = /^(?:not\b.{0,40}|un\p{L}{0,20}|x?dn[pfis])$/iu;

/** Cells of a column such as Status that do: with what else they say. */
const DEAD =
  /^(?:cancell?ed|on[ -]?hold|hold|storniert\p{L}{0,2}|gelöscht|gesperrt|geschlossen|erledigt|abgekündigt|annulée?s?|supprimée?s?|anulad[oa]s?|cancelad[oa]s?|obsolet\p{L}{0,4}|discontinued|deleted|closed|void|rejected)(?![\p{L}\p{N}])/iu;

/** Returns whether a header says that its column has states of what is ordered: those of a part, such as its revision's, are none. */
export function isOfStates(header: string): boolean {
  const kinds = kindsOf(header);
  return kinds.has('status') && !(['stock', 'price', 'sheet'] as const).some((kind) => kinds.has(kind));
}

/** Whether a state is not to be bought. What is not ordered may be to order. */
const isOff = (state: string) => isNotBought(state) && !/ordered$/i.test(state);

/** Returns whether a cell of a column such as Fitted holds its row back, or `isState` one of a column such as Status. */
export const isHeldBack = (cell: string, isState: boolean) =>
  cell === '0' || saysNo(cell) || DEAD.test(cell) || (isState ? isOff(cell) : NOT_PLACED.test(cell));

/** States of rows that are to be bought. */
const OPEN = new Set(
  `open new active ok approved released confirmed required needed order buy yes y true offen neu aktiv freigegeben genehmigt bestätigt
    bestellen kaufen ja benötigt ouvert ouverte nouveau actif active approuvé confirmé commander oui abierto abierta nuevo activo aprobado
    confirmado sí si aperto aperta nuovo attivo approvato otwarte nowe aktywne`.split(/\s+/),
);

/** Whether a state is yes, no, or who makes it. */
const isFlag = (state: string) => saysYes(state) || saysNo(state) || /^(?:make|made|buy|bought)$/.test(state);

/** Whether all rows may be called off alike: 'Cancelled: yes', 'Approved: no'. */
function isAgainst(header: string, state: string): boolean {
  if (OPEN.has(stateOf(header))) return saysNo(state);
  return (kindsOf(header).has('other') || isCalledOff(header)) && saysYes(state);
}

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
  if (isOfStates(header)) {
    const isKnown = (state: string) =>
      OPEN.has(state) || (field ? isHeldBack(state, true) : isNotBought(state));
    const unknown = states.filter((state) => state !== '' && !isKnown(state));
    return unknown.length > MOST_STATES ? [[unknown]] : unknown.map((state) => [[state]]);
  }
  const isOfRows = field === undefined && !OF_PARTS.some((kind) => kinds.has(kind));
  const said = states.filter((state) => state !== '');
  const isTelling = states.length > 1 || isAgainst(header, states[0] ?? '');
  const isOfFlags = said.every(isFlag) || (kinds.size === 0 && said.every((state) => /^[01]$/.test(state)));
  return isOfRows && isTelling && isOfFlags ? [states.map((state) => [state])] : [];
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
