import { useState } from 'react';
import {
  MOST_NUMBER_ROWS,
  type NumberChange,
  type PartNumbersEffect,
} from '#contract/companies/part-numbers.ts';
import { LONGEST_CELL } from '#contract/matching/limits.ts';
import { TableFault } from '#contract/tables/fault.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { askCells } from '../../../basket/pasted/ask-cells.ts';
import { bytesOf, readInWorker } from '../../../basket/pasted/read-in-worker.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { TextArea } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { faultWords } from '../../order/pasting/words.ts';
import { ChooseFile } from '../imports/choose-file.tsx';
import { type NumberRow, numbersIn } from './read-numbers.ts';
import { t } from './words.ts';

/** Rows that are shown of what changes, and of what is left out. */
const SHOWN = 10;

interface Reading {
  /** The file, or the pasted cells. */
  name: string;
  rows: NumberRow[];
  effect: PartNumbersEffect;
}

interface Props {
  companyId: string;
  /** Called whenever numbers have changed. */
  onChanged: () => Promise<void>;
  /** Called once they are saved. */
  onDone: () => void;
}

/** Sets a company's own part numbers from a file or from pasted cells. Shows what that changes before anything is saved. */
export function ImportNumbers({ companyId: id, onChanged, onDone }: Props) {
  const [text, setText] = useState('');
  const [reading, setReading] = useState<Reading>();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();

  /** Carries out one thing at a time, and says why it has failed. */
  async function work(does: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      await does();
    } catch (error) {
      setProblem(error instanceof TableFault ? faultWords(error) : (error as Error).message);
    }
    setBusy(false);
  }

  const take = (name: string, load: () => Promise<string | Uint8Array>) =>
    work(async () => {
      setReading(undefined);
      const { table } = await readInWorker(await load(), { lookUp: askCells, isTable: true });
      const rows = table ? numbersIn(table) : [];
      const [most, files] = [MOST_NUMBER_ROWS, Math.ceil((rows?.length ?? 0) / MOST_NUMBER_ROWS)];
      if (!rows) setProblem(t('numbers.which'));
      else if (rows.length === 0) setProblem(t('numbers.noTable'));
      else if (files > 1) setProblem(t('numbers.tooMany', { rows: rows.length, most, files }));
      else await ask(name, rows);
    });

  async function ask(name: string, rows: NumberRow[]): Promise<void> {
    const numbers = rows.map(({ sku, number }) => ({
      sku: sku.slice(0, LONGEST_CELL),
      number: number.slice(0, LONGEST_CELL),
    }));
    const effect = await callAsUser('readPartNumbersEffect', { params: { id }, body: { numbers } });
    setReading({ name, rows, effect });
  }

  const put = (numbers: { productId: string; number: string }[], revision: number) =>
    callAsUser('setPartNumbers', { params: { id }, body: { numbers, revision } });

  /** Puts back what parts had before changes that made the numbers those of `revision`. */
  async function undo(changes: readonly NumberChange[], revision: number): Promise<void> {
    try {
      await put(
        changes.map(({ productId, was }) => ({ productId, number: was })),
        revision,
      );
      await onChanged();
      toast.success(t('numbers.undone', { parts: changes.length }));
    } catch (error) {
      toast.error(t('numbers.notUndone'), { description: (error as Error).message });
    }
  }

  const save = () =>
    work(async () => {
      const { name, rows, effect } = reading!;
      const { changes, revision } = effect;
      try {
        await put(
          changes.map(({ productId, number }) => ({ productId, number })),
          revision,
        );
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'changed_meanwhile') throw error;
        await ask(name, rows);
        setProblem(t('numbers.behind'));
        return;
      }
      toast.success(t('numbers.done', { numbers: toSave(effect) }), {
        action: { label: t('undo'), onClick: () => void undo(changes, revision + 1) },
      });
      await onChanged();
      onDone();
    });

  return (
    <div className="mb-6 grid gap-4">
      <ChooseFile
        label={busy ? t('numbers.busy') : t('numbers.file')}
        busy={busy}
        onFile={(file) => take(file.name, () => bytesOf(file))}
      />
      <div className="sheet form-section">
        <TextArea
          label={t('numbers.paste')}
          hint={t('numbers.paste.hint', { most: MOST_NUMBER_ROWS })}
          rows={4}
          value={text}
          onChange={({ target }) => setText(target.value)}
          inputClass="num w-full"
        />
        <div>
          <ActionButton
            busy={busy || text.trim() === ''}
            onClick={() => take(t('numbers.text'), async () => text)}
          >
            {t('numbers.read')}
          </ActionButton>
        </div>
        {reading && <Effect {...reading} />}
        <FormProblem problem={{ message: problem }} />
        {reading && toSave(reading.effect) > 0 && (
          <div>
            <ActionButton kind="primary" busy={busy} onClick={save}>
              {t('numbers.save', { numbers: toSave(reading.effect) })}
            </ActionButton>
          </div>
        )}
      </div>
      <LeaveGuard unsaved={reading ? toSave(reading.effect) : 0} />
    </div>
  );
}

/** How many parts get a number. */
const toSave = ({ changes }: PartNumbersEffect) => changes.filter(({ number }) => number !== '').length;

/** What saving the rows that were read changes, and which rows it leaves out. */
function Effect({ name, rows, effect }: Reading) {
  const { changes, same, refusedRows, refused } = effect;
  const set = changes.filter(({ number }) => number !== '');
  const [changed, added] = [set.filter(isChange), set.filter((one) => !isChange(one))];
  const faults = new Map<number, string>();
  for (const { field, message, code, params } of refused) {
    const at = Number(field.split('.')[1]);
    const row = code === 'part_number_twice' && rows[Number(params?.other)]?.row;
    if (!faults.has(at)) faults.set(at, row ? t('numbers.wrong.twice', { row }) : message);
  }
  const leftOut = [...faults].slice(0, SHOWN);
  return (
    <div role="status" className="grid gap-3 text-sm">
      <p className="font-medium">
        {t('numbers.effect', { added: added.length, changed: changed.length, same, refused: refusedRows })}
      </p>
      <p className="wrap-anywhere text-muted">{t('numbers.source', { name })}</p>
      {set.length > 0 && (
        <ul>
          {[...changed, ...added].slice(0, SHOWN).map((one) => (
            <li key={one.productId} className="num wrap-anywhere">
              {toWords(one)}
            </li>
          ))}
          {set.length > SHOWN && <li>{t('numbers.more', { more: set.length - SHOWN })}</li>}
        </ul>
      )}
      {refusedRows > 0 && (
        <>
          <p className="font-medium">{t('numbers.leftOut', { rows: refusedRows })}</p>
          <ul className="text-error">
            {leftOut.map(([at, message]) => (
              <li key={at} className="wrap-anywhere">
                {t('numbers.wrong.row', { row: rows[at]!.row, sku: rows[at]!.sku, message })}
              </li>
            ))}
            {refusedRows > leftOut.length && (
              <li>{t('numbers.more', { more: refusedRows - leftOut.length })}</li>
            )}
          </ul>
        </>
      )}
    </div>
  );
}

const isChange = ({ was, from }: NumberChange) => was !== '' || from !== undefined;

function toWords({ sku, number, was, from }: NumberChange): string {
  if (from !== undefined) return t('numbers.moves', { number, from, sku });
  return was === '' ? t('numbers.new', { number, sku }) : t('numbers.changes', { sku, was, number });
}
