import type { ColumnAsk, Import, ImportMapping } from '#contract/imports/schema.ts';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { ChooseFile } from './choose-file.tsx';
import type { Choices } from './upload.ts';
import { Values } from './values.tsx';
import { fieldWord } from './words.ts';

interface Props {
  imported: Import;
  /** The file, while the browser has it: without it nothing can be answered. */
  file: File | undefined;
  busy: boolean;
  onFile: (file: File) => void;
  onAnswer: (choices: Choices) => void;
}

/** Questions about columns, each once, and what is told of columns. An answer reads the file again. */
export function Asks({ imported, file, busy, onFile, onAnswer }: Props) {
  const { asks = [] } = imported;
  if (asks.length === 0) return null;
  const canAnswer = file !== undefined;
  return (
    <section className="mb-4 grid gap-3" aria-label="Questions about columns">
      {asks.map((ask) => (
        <div
          key={`${ask.kind} ${ask.columns.join(' ')}`}
          role={isQuestion(ask) ? 'alert' : undefined}
          className="sheet grid justify-items-start gap-2 p-4"
        >
          <Told ask={ask} />
          {canAnswer && (
            <Answer
              ask={ask}
              busy={busy}
              onAnswer={(answer) => onAnswer({ ...choicesOf(imported), ...answer })}
              imported={imported}
            />
          )}
        </div>
      ))}
      {!canAnswer && asks.some(isQuestion) && (
        <ChooseFile label="Choose the file again, or drop it here, to answer" busy={busy} onFile={onFile} />
      )}
    </section>
  );
}

/** What is told alone. */
const TOLD: readonly ColumnAsk['kind'][] = ['attribute', 'currency', 'price', 'hidden', 'sheet', 'absent'];

const isQuestion = ({ kind, answer }: ColumnAsk) => !TOLD.includes(kind) && answer === undefined;

function Told({ ask: { kind, columns, field, row, rows = 0, examples, answer } }: { ask: ColumnAsk }) {
  const named = columns.map((column) => `“${column}”`).join(', ');
  const shown = examples.map((example) => `“${example}”`).join(', ');
  switch (kind) {
    case 'decimal':
      return answer !== undefined ? (
        <p className="text-sm">
          <span className="font-semibold">
            A {answer === ',' ? 'comma' : 'point'} begins the decimals, as in an earlier file.
          </span>{' '}
          {shown} in column {named}, row {formatCount(row ?? 0)}, could be read otherwise. Choose what is
          right:
        </p>
      ) : (
        <>
          <p className="font-semibold">How are numbers written in this file?</p>
          <p className="text-sm">
            {shown} in column {named}, row {formatCount(row ?? 0)}: we do not guess which sign begins the
            decimals. {countOf(rows, 'row waits', 'rows wait')} for your answer.
          </p>
        </>
      );
    case 'unit':
      return answer !== undefined ? (
        <p className="text-sm">
          <span className="font-semibold">
            Column {named} is in {answer}, as in an earlier file.
          </span>{' '}
          It says {shown} without a unit. Choose what is right:
        </p>
      ) : (
        <>
          <p className="font-semibold">Which unit is column {named} in?</p>
          <p className="text-sm">It says {shown} without a unit. Until you choose one it is left out.</p>
        </>
      );
    case 'field':
      return field === undefined ? (
        <>
          <p className="font-semibold">What is in column {named}?</p>
          <p className="text-sm">
            Stock is what is on the shelf, or what came. Until you choose it is left out.
          </p>
        </>
      ) : (
        <>
          <p className="font-semibold">
            Which column is meant for {fieldWord(field)}: {named}?
          </p>
          <p className="text-sm">Until you choose neither is looked at.</p>
        </>
      );
    case 'value':
      return field === 'price_per' || field === 'sku' ? (
        <>
          <p className="font-semibold">
            {field === 'sku'
              ? 'Are these new parts, or parts that are called otherwise here?'
              : `How many pieces is the price of where column ${named} says this?`}
          </p>
          <p className="text-sm">{countOf(rows, 'row waits', 'rows wait')} for your answer.</p>
        </>
      ) : (
        <>
          <p className="font-semibold">What do these values of column {named} stand for?</p>
          <p className="text-sm">{countOf(rows, 'row comes', 'rows come')} in without them.</p>
        </>
      );
    case 'attribute':
      return (
        <p className="text-sm">
          <span className="font-semibold">
            Column {named} is left out in {countOf(rows, 'row')}.
          </span>{' '}
          The category of these parts has no such attribute.
        </p>
      );
    case 'both':
      return (
        <>
          <p className="font-semibold">
            Column {named} was changed in the file and in the shop since the export. Which counts?
          </p>
          <p className="text-sm">
            {countOf(rows, 'row comes', 'rows come')} in without it: see “Cells left out” below.
          </p>
        </>
      );
    case 'currency':
      return (
        <p className="text-sm">
          <span className="font-semibold">Column {named} is left out.</span> Its prices are in {examples[0]}
          {examples[1] !== undefined && `, as the file says (“${examples[1]}”)`}, and the shop’s in USD.
        </p>
      );
    case 'price':
      return (
        <p className="text-sm">
          <span className="font-semibold">Column {named} is left out.</span> The shop’s prices are of one
          piece, without tax, and the file says {shown}.
        </p>
      );
    case 'absent':
      return (
        <p className="text-sm">
          <span className="font-semibold">Parts that the file does not have stay as they are.</span> Of{' '}
          {countOf(rows, 'row')} the SKU is not known, those that are hidden or in other sheets counted: they
          may be these parts.
        </p>
      );
    case 'hidden':
      return (
        <p className="text-sm">
          <span className="font-semibold">
            {rows > 0 && `${countOf(rows, 'hidden row is', 'hidden rows are')} left out. `}
            {columns.length === 1 && `Column ${columns[0]} is hidden and left out. `}
            {columns.length > 1 && `Columns ${columns.join(', ')} are hidden and left out. `}
          </span>
          Show them in the spreadsheet to have them read.
        </p>
      );
    case 'sheet':
      return (
        <p className="text-sm">
          <span className="font-semibold">The sheet {named} is read.</span> Others are left out: {shown}. Move
          one to the front to have it read.
        </p>
      );
  }
}

interface AnswerProps {
  ask: ColumnAsk;
  imported: Import;
  busy: boolean;
  onAnswer: (choices: Choices) => void;
}

function Answer({ ask, imported, busy, onAnswer }: AnswerProps) {
  const { kind, columns, field, choices = [] } = ask;
  const [column = ''] = columns;
  const { units, values, mapping = {} } = choicesOf(imported);
  const buttons = (labels: [label: string, choices: Choices][]) => (
    <div className="flex flex-wrap gap-3">
      {labels.map(([label, answer]) => (
        <button
          key={label}
          type="button"
          className="btn btn-quiet"
          disabled={busy}
          onClick={() => onAnswer(answer)}
        >
          {label}
        </button>
      ))}
    </div>
  );
  switch (kind) {
    case 'decimal':
      return buttons([
        ['A comma: 1.234,50', { decimal: ',' }],
        ['A point: 1,234.50', { decimal: '.' }],
      ]);
    case 'unit':
      return buttons(choices.map((unit) => [unit, { units: { ...units, [column]: unit } }]));
    case 'field':
      return field === undefined
        ? buttons([
            ['What is on the shelf', { mapping: { ...mapping, [column]: 'counted' } }],
            ['What came', { mapping: { ...mapping, [column]: 'added' } }],
            ['Leave it out', { mapping: { ...mapping, [column]: null } }],
          ])
        : buttons(
            columns.map((chosen) => [
              chosen,
              {
                mapping: {
                  ...mapping,
                  ...Object.fromEntries(columns.map((one) => [one, one === chosen ? field : null])),
                } as ImportMapping,
              },
            ]),
          );
    case 'currency':
    case 'price':
      return buttons([
        [
          kind === 'price' ? 'They are of one piece, without tax' : 'They are in USD',
          { mapping: { ...mapping, [column]: field } as ImportMapping },
        ],
      ]);
    case 'both':
      return buttons([
        ['The file’s', { both: 'file' }],
        ['The shop’s', { both: 'shop' }],
      ]);
    case 'value':
      return (
        <Values
          ask={ask}
          busy={busy}
          onChoose={(chosen, made) =>
            onAnswer({
              values: { ...values, [column]: { ...values?.[column], ...chosen } },
              ...(made.length > 0 && { categories: [...(imported.options?.categories ?? []), ...made] }),
            })
          }
        />
      );
    default:
      return null;
  }
}

/** Columns that nobody has said anything of. */
export function openColumns({ unknown, asks = [] }: Import): Set<string> {
  const isOpen = ({ kind }: ColumnAsk) => ['field', 'currency', 'price'].includes(kind);
  return new Set([...unknown, ...asks.filter(isOpen).flatMap((ask) => ask.columns)]);
}

/** What was said of a file, to be sent again with one more answer. What is still asked about, or was remembered, is not said. */
export function choicesOf(imported: Import): Choices {
  const { columns, decimal, options, asks = [] } = imported;
  const isSaid = !asks.some(({ kind }) => kind === 'decimal');
  const remembered = asks.filter(({ kind, answer }) => kind === 'unit' && answer !== undefined);
  const units = Object.entries(options?.units ?? {}).filter(
    ([column]) => !remembered.some(({ columns }) => columns.includes(column)),
  );
  const asked = openColumns(imported);
  const mapping = Object.fromEntries(
    columns
      .filter(({ column, field }) => column !== '' && (field !== undefined || !asked.has(column)))
      .map(({ column, field }) => [column, field ?? null]),
  ) as ImportMapping;
  return { ...options, units: Object.fromEntries(units), mapping, ...(decimal && isSaid && { decimal }) };
}
