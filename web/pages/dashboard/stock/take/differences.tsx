import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { LONGEST_REASON } from '#contract/kernel/text-limits.ts';
import { wordsOfProblem } from '#contract/problem-words.ts';
import { ApiProblem } from '../../../../api-problem.ts';
import { changed } from '../../../../changed.ts';
import { SubmitButton } from '../../../../ui/action-button.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CountInput } from '../../../../ui/count-input.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { FormProblem } from '../../../../ui/form-problem.tsx';
import { createKeys, type Refusal, refusalOf } from '../../../../ui/submission.ts';
import { TextField } from '../../../../ui/text-field.tsx';
import { toast } from '../../../../ui/toast.ts';
import { inCatalogue } from '../../../../ui/written.ts';
import { callAsUser } from '../../../../user-calls.ts';
import { signed } from '../../kit/signed.ts';
import { ledgerPath } from '../path.ts';
import { setCount } from './count-table.tsx';
import { keepSheet } from './kept-sheet.ts';
import {
  afterRefusal,
  type CountedLine,
  countedLines,
  LONGEST_COUNT,
  type Sheet,
  toCounts,
  wrongLines,
} from './sheet.ts';

/** The differences of a stock-take before they are booked. All counts are booked together, or none when a shelf has changed meanwhile. */
export function Differences({ sheet, onBack }: { sheet: Sheet; onBack: () => void }) {
  const client = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const [why, setWhy] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [attempt, setAttempt] = useState(0);
  const [keys] = useState(createKeys);
  /** Those that are shown stay while somebody types, also when their difference goes. */
  const [shown] = useState(
    () => new Set(countedLines(sheet).flatMap((one) => (one.difference ? [one.id] : []))),
  );
  const counted = countedLines(sheet);
  const different = counted.filter(({ difference }) => difference !== 0).length;
  const isWrong = wrongLines(sheet).length > 0;

  useEffect(() => heading.current?.focus(), []);

  async function book() {
    const counts = toCounts(sheet, why);
    setIsBusy(true);
    setRefusal(undefined);
    setAttempt((count) => count + 1);
    try {
      const booked = await callAsUser('addCounts', { body: counts }, { idempotencyKey: keys.keyOf(counts) });
      keys.settle();
      toast.success(
        `${formatCount(booked.counted)} counts booked, ${formatCount(booked.different)} with a difference`,
      );
      keepSheet(undefined);
    } catch (error) {
      keys.settle(error);
      if (error instanceof ApiProblem && error.code === 'counts_refused') {
        keepSheet(afterRefusal(sheet, counts, error.errors));
        // Each line says what is wrong with it.
        setRefusal({ message: wordsOfProblem(error.code, error.params) });
      } else setRefusal(refusalOf(error));
      setIsBusy(false);
    }
    changed(client, 'stock');
  }

  const lines = sheet.lines.flatMap((line) => {
    if (!shown.has(line.id) && !line.refused) return [];
    const one = counted.find(({ id }) => id === line.id);
    return [one ?? { ...line, pieces: Number.NaN, difference: Number.NaN }];
  });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-end gap-x-4 gap-y-3">
        <div>
          <h2 ref={heading} tabIndex={-1}>
            Differences
          </h2>
          <p role="status" className="num text-muted text-sm">
            {formatCount(different)} of {formatCount(counted.length)} counts differ
            {sheet.lines.length > counted.length &&
              ` · ${formatCount(sheet.lines.length - counted.length)} not counted, which stay as they are`}
          </p>
        </div>
        <Button className="ms-auto" onClick={onBack}>
          Back to the counts
        </Button>
      </div>
      {lines.length === 0 ? (
        <p className="sheet p-6">Every count is as expected. Book them, so that the ledger says so.</p>
      ) : (
        <DataTable
          columns={['Bin', 'Part', ['Expected', 'number'], ['Counted', 'number'], ['Difference', 'number']]}
        >
          {lines.map((line) => (
            <Row key={line.id} line={line} />
          ))}
        </DataTable>
      )}
      <form
        method="post"
        className="mt-4 grid max-w-xl gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) book();
        }}
      >
        <TextField
          label="Why (optional)"
          hint="Shown in the ledger of each part, such as the name of this stock-take"
          maxLength={LONGEST_REASON}
          value={why}
          onChange={({ target }) => setWhy(target.value)}
        />
        <div>
          <SubmitButton busy={isBusy} disabled={counted.length === 0 || isWrong}>
            Book {countOf(counted.length, 'count')}
          </SubmitButton>
        </div>
        <FormProblem problem={refusal} attempt={attempt} />
      </form>
    </>
  );
}

function Row({ line }: { line: CountedLine }) {
  const { id, sku, name, bin, expected, counted, difference, refused } = line;
  return (
    <tr>
      <td data-label="Bin" className="num whitespace-nowrap">
        {bin ?? <span className="text-muted">–</span>}
      </td>
      <td className="lead">
        <Link to={ledgerPath(id)} className="num font-medium text-link">
          {sku}
        </Link>
        <span className="block text-muted text-xs" {...inCatalogue}>
          {name}
        </span>
        {refused && (
          <span id={`refused-${id}`} className="block text-error text-sm">
            {refused}
          </span>
        )}
      </td>
      <td data-label="Expected" className="number">
        {formatCount(expected)}
      </td>
      <td data-label="Counted" className="number md:w-36">
        <CountInput
          className="input-sm"
          aria-label={`Counted of ${sku}`}
          aria-invalid={refused !== undefined}
          aria-describedby={refused && `refused-${id}`}
          maxLength={LONGEST_COUNT}
          value={counted}
          onChange={({ target }) => setCount(id, target.value)}
        />
      </td>
      <td data-label="Difference" className={`number font-medium ${difference < 0 ? 'text-error' : ''}`}>
        {Number.isNaN(difference) ? '–' : signed(difference)}
      </td>
    </tr>
  );
}
