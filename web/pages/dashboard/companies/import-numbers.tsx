import { useState } from 'react';
import { MOST_NUMBERS_AT_ONCE } from '#contract/companies/part-numbers.ts';
import { TableFault } from '#contract/tables/fault.ts';
import { ApiProblem } from '../../../api-problem.ts';
import { askCells } from '../../../basket/pasted/ask-cells.ts';
import { bytesOf, readInWorker } from '../../../basket/pasted/read-in-worker.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { faultWords } from '../../order/pasting/words.ts';
import { ChooseFile } from '../imports/choose-file.tsx';
import { type NumberRow, numbersIn } from './read-numbers.ts';
import { t } from './words.ts';

/** Rows that are shown of what was read, and of what is wrong. */
const SHOWN = 10;

interface Props {
  companyId: string;
  /** Called once they are saved. */
  onDone: () => Promise<void>;
}

/** Sets a company's own part numbers from a file or from pasted cells. Shows them before anything is saved. */
export function ImportNumbers({ companyId: id, onDone }: Props) {
  const [text, setText] = useState('');
  const [rows, setRows] = useState<NumberRow[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [wrong, setWrong] = useState<string[]>([]);

  /** Carries out one thing at a time, and says why it has failed. */
  async function work(does: () => Promise<void>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    setWrong([]);
    try {
      await does();
    } catch (error) {
      setProblem(error instanceof TableFault ? faultWords(error) : (error as Error).message);
    }
    setBusy(false);
  }

  const take = (load: () => Promise<string | Uint8Array>) =>
    work(async () => {
      setRows([]);
      const { table } = await readInWorker(await load(), { lookUp: askCells, isTable: true });
      const read = table ? numbersIn(table) : [];
      if (!read) setProblem(t('numbers.which'));
      else if (read.length === 0) setProblem(t('numbers.noTable'));
      else if (read.length > MOST_NUMBERS_AT_ONCE)
        setProblem(t('numbers.tooMany', { most: MOST_NUMBERS_AT_ONCE }));
      else setRows(read);
    });

  const save = () =>
    work(async () => {
      const numbers = rows.map(({ sku, number }) => ({ sku, number }));
      try {
        await callAsUser('setPartNumbers', { params: { id }, body: { numbers } });
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.errors.length === 0) throw error;
        setProblem(t('numbers.wrong', { rows: error.errors.length }));
        setWrong(
          error.errors.map(({ field, message }) => {
            const { row = 0, sku = '' } = rows[Number(field.split('.')[1])] ?? {};
            return t('numbers.wrong.row', { row, sku, message });
          }),
        );
        return;
      }
      toast.success(t('numbers.done', { numbers: rows.length }));
      await onDone();
    });

  return (
    <div className="mb-6 grid gap-4">
      <ChooseFile
        label={busy ? t('numbers.busy') : t('numbers.file')}
        busy={busy}
        onFile={(file) => take(() => bytesOf(file))}
      />
      <div className="sheet form-section">
        <Field label={t('numbers.paste')} hint={t('numbers.paste.hint')}>
          {(control) => (
            <textarea
              {...control}
              className="textarea num w-full"
              rows={4}
              value={text}
              onChange={({ target }) => setText(target.value)}
            />
          )}
        </Field>
        <div>
          <ActionButton
            className="btn btn-quiet"
            busy={busy || text.trim() === ''}
            onClick={() => take(async () => text)}
          >
            {t('numbers.read')}
          </ActionButton>
        </div>
        {rows.length > 0 && (
          <div role="status" className="text-sm">
            <p className="font-medium">{t('numbers.found', { numbers: rows.length })}</p>
            <ul>
              {rows.slice(0, SHOWN).map(({ row, sku, number }) => (
                <li key={row} className="num wrap-anywhere">
                  {sku} → <bdi>{number}</bdi>
                </li>
              ))}
              {rows.length > SHOWN && <li>{t('numbers.more', { more: rows.length - SHOWN })}</li>}
            </ul>
          </div>
        )}
        <FormProblem problem={{ message: problem }} />
        {wrong.length > 0 && (
          <ul className="text-error text-sm">
            {wrong.slice(0, SHOWN).map((words) => (
              <li key={words} className="wrap-anywhere">
                {words}
              </li>
            ))}
            {wrong.length > SHOWN && <li>{t('numbers.more', { more: wrong.length - SHOWN })}</li>}
          </ul>
        )}
        {rows.length > 0 && (
          <div>
            <ActionButton className="btn btn-primary" busy={busy} onClick={save}>
              {t('numbers.save', { numbers: rows.length })}
            </ActionButton>
          </div>
        )}
      </div>
      <LeaveGuard unsaved={rows.length} />
    </div>
  );
}
