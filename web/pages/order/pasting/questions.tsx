import type { PastedTable, TableQuestion } from '../../../pasted/pasted.ts';
import { bodyOf, headersOf } from './columns-of.ts';

/** Cells of a column that show what it holds. */
const SAMPLE = 3;

interface Props {
  table: PastedTable;
  /** Says which column it is. */
  onColumn: (question: TableQuestion, place: number) => void;
  /** Says that each line is of so many pieces. */
  onEach: (pieces: number) => void;
  /** Says that each line is to be asked about by itself. */
  onSkip: (question: TableQuestion) => void;
}

/** What only the buyer can tell of a table, asked once for all of its lines, one key for each answer. */
export function Questions({ table, onColumn, onEach, onSkip }: Props) {
  return table.questions.map((question) => (
    <fieldset key={question.is} className="paste-question">
      <legend>{words(question)}</legend>
      {question.places.map((place) => (
        <button
          key={place}
          type="button"
          className="btn btn-sm"
          onClick={() => onColumn(question, place)}
          dir="auto"
        >
          {columnWords(table, place)}
        </button>
      ))}
      {question.is === 'quantity' && question.places.length === 0 && (
        <button type="button" className="btn btn-sm" onClick={() => onEach(1)}>
          1 of each
        </button>
      )}
      <button type="button" className="btn btn-quiet btn-sm" onClick={() => onSkip(question)}>
        {question.is === 'quantity' ? 'Ask for each line' : 'Keep the first'}
      </button>
    </fieldset>
  ));
}

function words({ is, places }: TableQuestion): string {
  if (is === 'part') return 'Which column has the part numbers?';
  if (places.length > 1) return 'Which column is the quantity to order?';
  return places.length === 1 ? 'Is this the quantity?' : 'No column says how many. How many of each?';
}

/** Returns the name of a column with what its first cells say: 'Menge: 100, 150'. */
function columnWords(table: PastedTable, place: number): string {
  const name = headersOf(table)[place]?.trim() || `Column ${place + 1}`;
  const cells = bodyOf(table).flatMap(({ cells }) => cells[place]?.trim() || []);
  return `${name}: ${cells.slice(0, SAMPLE).join(', ')}${cells.length > SAMPLE ? ', …' : ''}`;
}
