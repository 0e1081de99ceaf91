import { useEffect, useRef } from 'react';
import { countOf } from '#contract/kernel/money.ts';
import { stateOf } from '../../../basket/pasted/cell-text.ts';
import type { PastedTable, TableQuestion } from '../../../basket/pasted/paste.ts';
import { bodyOf, headersOf } from './columns-of.ts';

/** Cells of a column that show what it holds. */
const SAMPLE = 3;

/** The most characters that are shown of what a column says of a row. */
const LONGEST_STATE = 40;

interface Props {
  table: PastedTable;
  /** Says which column it is. */
  onColumn: (question: TableQuestion, place: number) => void;
  /** Leaves out the rows of which the column says one of these. */
  onLeave: (question: TableQuestion, states: string[]) => void;
  /** Says that each line is of so many pieces. */
  onEach: (question: TableQuestion, pieces: number) => void;
  /** Leaves it to each line. */
  onSkip: (question: TableQuestion) => void;
}

interface Answer {
  label: string;
  act: () => void;
}

/** What only the buyer can tell of a table, asked once for all of its lines. The key n presses the n-th answer, outside of fields and the grid. */
export function Questions({ table, ...acts }: Props) {
  const [question] = table.questions;
  const answers = question ? answersOf(question, table, acts) : [];
  useKeys(answers);
  if (!question) return null;
  return (
    <fieldset className="paste-question">
      <legend>{words(question, table)}</legend>
      {answers.map(({ label, act }, n) => (
        <button
          key={label}
          type="button"
          className="btn btn-quiet btn-sm"
          aria-keyshortcuts={String(n + 1)}
          onClick={act}
        >
          <kbd>{n + 1}</kbd>
          <span dir="auto">{label}</span>
        </button>
      ))}
    </fieldset>
  );
}

function answersOf(
  question: TableQuestion,
  table: PastedTable,
  { onColumn, onLeave, onEach, onSkip }: Omit<Props, 'table'>,
): Answer[] {
  const { is, places, leaves } = question;
  if (leaves) {
    const all = { label: 'None: order all of them', act: () => onSkip(question) };
    const some = leaves.map((states) => ({
      label: stateWords(table, places[0]!, states),
      act: () => onLeave(question, states),
    }));
    return [...some, all];
  }
  const columns = places.map((place) => ({
    label: columnWords(table, place),
    act: () => onColumn(question, place),
  }));
  const one = { label: '1 of each', act: () => onEach(question, 1) };
  const skip = {
    label: is === 'quantity' ? 'Ask for each line' : 'Keep the first',
    act: () => onSkip(question),
  };
  return [...columns, ...(is === 'quantity' && places.length === 0 ? [one] : []), skip];
}

/** Presses answers by their numbers, also while none of them has the focus. */
function useKeys(answers: readonly Answer[]): void {
  const latest = useRef(answers);
  useEffect(() => {
    latest.current = answers;
  });
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { target, key, ctrlKey, metaKey, altKey } = event;
      if (event.defaultPrevented || ctrlKey || metaKey || altKey || isTaken(target)) return;
      const answer = latest.current[Number(key) - 1];
      if (!answer) return;
      event.preventDefault();
      answer.act();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

/** Whether keys are for what has the focus. */
const isTaken = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input, textarea, select, [contenteditable], [role="grid"], dialog, .choices') !== null;

function words({ is, places }: TableQuestion, table: PastedTable): string {
  if (is === 'bought') return `Which rows are not to be ordered, by the column ${nameOf(table, places[0]!)}?`;
  if (is === 'part') return 'Which column has the part numbers?';
  if (places.length > 1) return 'Which column is the quantity to order?';
  return places.length === 1 ? 'Is this the quantity?' : 'No column says how many. How many of each?';
}

/** Returns the name of a column with what its first cells say: 'Menge: 100, 150'. */
function columnWords(table: PastedTable, place: number): string {
  const cells = bodyOf(table).flatMap(({ cells }) => cells[place]?.trim() || []);
  return `${nameOf(table, place)}: ${cells.slice(0, SAMPLE).join(', ')}${cells.length > SAMPLE ? ', …' : ''}`;
}

const nameOf = (table: PastedTable, place: number) =>
  headersOf(table)[place]?.trim() || `Column ${place + 1}`;

/** Returns what a column says of rows, with how many they are: '“delivered” (3 rows)'. */
function stateWords(table: PastedTable, place: number, states: readonly string[]): string {
  const count = bodyOf(table).filter(({ cells }) => states.includes(stateOf(cells[place]))).length;
  const said = states
    .slice(0, SAMPLE)
    .map((state) => (state === '' ? 'empty' : `“${state.slice(0, LONGEST_STATE)}”`));
  return `${said.join(', ')}${states.length > SAMPLE ? ', …' : ''} (${countOf(count, 'row')})`;
}
