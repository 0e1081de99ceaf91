/** Asks the shop which cells of a pasted table name parts. */
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { countOf } from '#contract/kernel/money.ts';
import { MOST_LIST_LINES } from '#contract/lists/limits.ts';
import type { ListOp } from '#contract/lists/schema.ts';
import { getCart, newLine } from '../../../basket/cart/cart.ts';
import { rememberColumns } from '../../../basket/matching/asked.ts';
import { askCells } from '../../../basket/pasted/ask-cells.ts';
import type {
  LeftRow,
  Pasted,
  PastedLine,
  PastedOptions,
  PastedTable,
  TableQuestion,
} from '../../../basket/pasted/paste.ts';
import { bytesOf, readInWorker } from '../../../basket/pasted/read-in-worker.ts';
import type { Change } from '../grid/operations.ts';
import { type Fields, rememberedFields, rememberFields } from './column-memory.ts';
import { headersOf, howRead } from './columns-of.ts';
import { type Added, additionOf, keptRaw, partOf, remappingOf, takenIn } from './pasted-ops.ts';
import { faultWords } from './words.ts';

/** What was pasted last, and what became of it. */
export interface Paste {
  /** The name of a file; none of a text. */
  name: string | undefined;
  added: readonly Added[];
  left: readonly LeftRow[];
  /** How many lines there was no room for. */
  more: number;
  table: PastedTable | undefined;
  sheets: Pasted['sheets'];
  encoding: Pasted['encoding'];
  /** What it was read from, to read another sheet of it, or other letters. */
  source: string | Uint8Array;
}

export type Stage =
  | { is: 'reading'; name: string | undefined }
  | { is: 'fault'; name: string | undefined; words: string }
  | { is: 'done'; paste: Paste };

/** Reads a table anew; only who has one loads it. */
type TableReader = typeof import('../../../basket/pasted/table-lines.ts');

/** Takes in what buyers paste, drop or choose. */
export interface PastingState {
  stage: Stage | undefined;
  paste: (text: string) => void;
  takeFiles: (files: Iterable<File>) => void;
  cancel: () => void;
  /** Says what the columns of the last paste stand for, and reads it anew. */
  remap: (paste: Paste, fields: Fields) => void;
  /** Changes what the table of the last paste says, and its lines: the buyer has answered a question about it. */
  settle: (paste: Paste, said: Partial<PastedTable>) => void;
  /** Reads the last paste anew, another sheet of it, or in other letters. */
  reread: (paste: Paste, options: PastedOptions) => void;
  /** Takes in rows of the last paste that were left. */
  takeIn: (paste: Paste, rows: readonly LeftRow[]) => void;
  close: () => void;
}

/**
 * Reads pasted texts and files in a thread, one after the other, and adds their lines to the cart.
 * @param apply changes the cart, as one step of undo
 */
export function usePasting(apply: (change: Change) => void): PastingState {
  const [stage, setStage] = useState<Stage>();
  const reading = useRef<AbortController>(undefined);
  const queue = useRef(Promise.resolve());
  const reader = useRef<TableReader>(undefined);
  const applyNow = useRef(apply);
  useLayoutEffect(() => {
    applyNow.current = apply;
  });

  const read = useCallback(
    (name: string | undefined, load: () => Promise<string | Uint8Array>, instead?: Instead) => {
      queue.current = queue.current.then(async () => {
        const cancel = new AbortController();
        reading.current = cancel;
        setStage({ is: 'reading', name });
        try {
          const source = await load();
          const { signal } = cancel;
          const pasted = await readInWorker(source, { signal, lookUp: askCells, ...instead?.options });
          // Before its columns can be changed: a second change would be made on top of one that still waits.
          if (pasted.table) reader.current ??= await import('../../../basket/pasted/table-lines.ts');
          const removed = removalOf(instead?.paste);
          const { ops, paste } = additionBy(withRemembered(pasted, reader.current), name, {
            source,
            room: roomInCart() + removed.length,
          });
          applyNow.current({ words: `Added ${countOf(ops.length, 'line')}`, ops: [...removed, ...ops] });
          setStage({ is: 'done', paste });
        } catch (error) {
          const fault: Stage = { is: 'fault', name, words: faultWords(error) };
          const before: Stage | undefined = instead && { is: 'done', paste: instead.paste };
          setStage(cancel.signal.aborted ? before : fault);
        }
      });
    },
    [],
  );

  const paste = useCallback((text: string) => read(undefined, async () => text), [read]);
  const takeFiles = useCallback(
    (files: Iterable<File>) => {
      for (const file of files) read(file.name, () => bytesOf(file));
    },
    [read],
  );

  function remap(before: Paste, fields: Fields): void {
    const isAnswered = ({ is, places }: TableQuestion) =>
      is === 'bought'
        ? fields[places[0]!] !== before.table!.fields[places[0]!]
        : fields.some((field) => (is === 'part' ? field === 'mpn' || field === 'sku' : field === is));
    const questions = before.table!.questions.filter((question) => !isAnswered(question));
    rememberFields(headersOf(before.table!), fields);
    settle(before, { fields: [...fields], questions });
  }

  function settle(before: Paste, said: Partial<PastedTable>): void {
    const table = { ...before.table!, ...said };
    const { lines, left } = reader.current!.linesOfTable(table);
    const fitting = lines.slice(0, roomInCart() + before.added.length);
    rememberParts(fitting, table);
    const { ops, added } = remappingOf(before.added, fitting, getCart().lines, newLine);
    applyNow.current({ words: 'Changed what the columns stand for', ops });
    setStage({ is: 'done', paste: { ...before, table, left, added } });
  }

  function takeIn(from: Paste, rows: readonly LeftRow[]): void {
    applyNow.current({ words: `Took in ${countOf(rows.length, 'row')}`, ops: takenIn(rows, newLine) });
    setStage({ is: 'done', paste: { ...from, left: from.left.filter((row) => !rows.includes(row)) } });
  }

  return {
    stage,
    paste,
    takeFiles,
    remap,
    settle,
    takeIn,
    reread: (before, options) => {
      const known = { ...optionsOf(before), ...options };
      read(before.name, async () => before.source, { paste: before, options: known });
    },
    cancel: () => reading.current?.abort(),
    close: () => setStage(undefined),
  };
}

/** Reads a table by what somebody has said before of columns with its headers. */
function withRemembered(pasted: Pasted, reader: TableReader | undefined): Pasted {
  const { table } = pasted;
  const fields = table && rememberedFields(headersOf(table));
  if (!fields) return pasted;
  const { rows, headers, start, takesHidden } = table;
  const known = {
    rows,
    headers,
    fields: [...fields],
    // What its rows say may be new.
    questions: table.questions.filter(({ is }) => is === 'bought'),
    ...(start !== undefined && { start }),
  };
  return { ...pasted, ...reader!.linesOfTable({ ...known, ...(takesHidden && { takesHidden }) }) };
}

/** A paste read again with other options, which replaces the earlier reading. */
interface Instead {
  paste: Paste;
  options: PastedOptions;
}

function optionsOf({ sheets, encoding }: Paste): PastedOptions {
  return { ...(sheets && { sheet: sheets.place }), ...(encoding && { encoding: encoding.used }) };
}

/** Returns what takes the lines of a paste out of the cart, as far as they are still there. */
function removalOf(paste: Paste | undefined): ListOp[] {
  const there = new Set(getCart().lines.map(({ _id }) => _id));
  const added = paste?.added.filter(({ id }) => there.has(id)) ?? [];
  return added.map(({ id }) => ({ op: 'remove', _id: id }));
}

function additionBy(
  { lines, left, more, table, sheets, encoding }: Pasted,
  name: string | undefined,
  { source, room }: { source: Paste['source']; room: number },
) {
  const fitting = lines.slice(0, room);
  if (table) rememberParts(fitting, table);
  const { ops, added } = additionOf(fitting, newLine);
  const rest = more + lines.length - fitting.length;
  const paste: Paste = { name, added, left, more: rest, table, sheets, encoding, source };
  return { ops, paste };
}

const roomInCart = () => Math.max(0, MOST_LIST_LINES - getCart().lines.length);

/** A line keeps a row as it stands there: what its columns say of the part is remembered beside it. */
function rememberParts(lines: readonly PastedLine[], table: PastedTable): void {
  const rows = new Map(table.rows.map((row) => [row.row, row]));
  for (const line of lines)
    rememberColumns(keptRaw(line.raw), {
      part: partOf(line),
      offered: line.offered,
      how: howRead(table, rows.get(line.row)),
    });
}
