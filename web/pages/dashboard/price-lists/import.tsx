import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import {
  LONGEST_CELL,
  MOST_COLUMNS,
  MOST_ROWS,
  type PriceRow,
  type PriceRows,
  type PriceRowsAsk,
} from '#contract/imports/price-rows.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { PriceEffect } from '#contract/price-lists/effect.ts';
import type { PriceListPage } from '#contract/price-lists/schema.ts';
import { TableFault } from '#contract/tables/fault.ts';
import { ApiProblem, statusOf } from '../../../api-problem.ts';
import { askCells } from '../../../basket/pasted/ask-cells.ts';
import { bytesOf, readInWorker } from '../../../basket/pasted/read-in-worker.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { LeaveGuard } from '../../../ui/leave-guard.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { refusalOf } from '../../../ui/submission.ts';
import { TextArea } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast.ts';
import { callAsUser } from '../../../user-calls.ts';
import { userQuery } from '../../../user-query.ts';
import { NotFound } from '../../not-found.tsx';
import { faultWords } from '../../order/pasting/words.ts';
import { ChooseFile } from '../imports/choose-file.tsx';
import { PRICE_LISTS } from '../menu-entries.ts';
import { Effect } from './effect.tsx';
import { ImportColumns } from './import-columns.tsx';
import { RefusedRows } from './refused-rows.tsx';
import { t } from './words.ts';

export const handle: PageHandle = { title: t('import'), shape: 'section', may: 'priceList.write' };

/** Imports prices into a price list: shows what they do before anything is saved. */
export default function ImportPrices() {
  const { id = '' } = useParams();
  const query = useQuery(
    userQuery(['priceLists', id, 'import'], 'getPriceList', { params: { id } }, { staleTime: 0 }),
  );
  if (statusOf(query.error) === 404) return <NotFound />;
  const here = { to: `${PRICE_LISTS.to}/${id}`, label: query.data?.name ?? t('list') };
  return (
    <>
      <PageTitle>{t('import')}</PageTitle>
      <Breadcrumb above={[PRICE_LISTS, here]} here={t('import')} />
      <h1 tabIndex={-1} className="mb-4">
        {t('import')}
      </h1>
      <Loaded query={query} what={t('what.list')} shape="section">
        {(list) =>
          list.minusPercent === undefined ? (
            <Import list={list} refetch={query.refetch} />
          ) : (
            <p className="sheet p-6">{t('import.percent')}</p>
          )
        }
      </Loaded>
    </>
  );
}

interface Table {
  rows: PriceRow[];
  /** How many rows of a workbook are hidden. */
  hidden: number;
}

/** What was read, and what it does to prices. */
interface Reading extends Table {
  /** The file, or the pasted rows. */
  name: string;
  said: Omit<PriceRowsAsk, 'rows'>;
  read: PriceRows;
  effect: PriceEffect | undefined;
}

function Import({ list, refetch }: { list: PriceListPage; refetch: () => Promise<unknown> }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [reading, setReading] = useState<Reading>();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const isDone = useRef(false);
  const { _id: listId, version } = list;

  /** Carries out one thing at a time, and says why one has failed. */
  async function work(doing: string, does: () => Promise<void>): Promise<void> {
    if (busy !== undefined) return;
    setBusy(doing);
    setProblem(undefined);
    try {
      await does();
    } catch (error) {
      setProblem(error instanceof TableFault ? faultWords(error) : refusalOf(error).message);
    } finally {
      setBusy(undefined);
    }
  }

  const take = (name: string, load: () => Promise<string | Uint8Array>) =>
    work(t('import.reading', { name }), async () => {
      setReading(undefined);
      const table = await tableOf(await load());
      if (!table) setProblem(t('import.noTable'));
      else if (table.rows.length > MOST_ROWS) setProblem(t('import.tooMany', { most: MOST_ROWS }));
      else await ask(name, table, {});
    });

  async function ask(name: string, { rows, hidden }: Table, said: Reading['said']): Promise<void> {
    const read = await callAsUser('readPriceRows', { body: { ...said, rows } });
    const { prices } = read;
    const effect =
      prices.length > 0 ? await callAsUser('readPriceEffect', { body: { listId, prices } }) : undefined;
    setReading({ name, rows, hidden, said, read, effect });
  }

  const say = (said: Reading['said']) =>
    work(t('import.reading', { name: reading!.name }), () =>
      ask(reading!.name, reading!, { ...reading!.said, ...said }),
    );

  const apply = ({ read: { prices, parts } }: Reading) =>
    work(t('import.applying', { parts }), async () => {
      try {
        await callAsUser('changePriceList', { params: { id: listId }, body: { prices, version } });
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'changed_meanwhile') throw error;
        await refetch();
        await ask(reading!.name, reading!, reading!.said);
        setProblem(t('import.behind'));
        return;
      }
      isDone.current = true;
      await client.invalidateQueries({ queryKey: ['priceLists'] });
      toast.success(t('import.done', { parts }));
      navigate(`${PRICE_LISTS.to}/${listId}`);
    });

  return (
    <div className="grid gap-4">
      <p className="max-w-prose text-muted text-sm">{t('import.intro')}</p>
      <ChooseFile
        label={busy ?? (reading ? t('import.another') : t('import.file'))}
        busy={busy !== undefined}
        onFile={(file) => take(file.name, () => bytesOf(file))}
      />
      <section className="sheet form-section">
        <TextArea
          label={t('import.paste')}
          rows={4}
          value={text}
          onChange={({ target }) => setText(target.value)}
          inputClass="num w-full"
        />
        <div>
          <ActionButton
            busy={busy !== undefined || text.trim() === ''}
            onClick={() => take(t('import.text'), async () => text)}
          >
            {t('import.read')}
          </ActionButton>
        </div>
      </section>
      {reading && <Read reading={reading} busy={busy !== undefined} onSaid={say} />}
      {reading?.effect && <Effect effect={reading.effect} />}
      <div className={reading?.effect ? 'save-bar' : ''}>
        {reading?.effect && (
          <ActionButton kind="primary" busy={busy !== undefined} onClick={() => apply(reading)}>
            {t('import.apply', { parts: reading.read.parts })}
          </ActionButton>
        )}
        <FormProblem problem={{ message: problem }} />
      </div>
      <LeaveGuard unsaved={reading?.read.parts ?? 0} isSettled={() => isDone.current} />
    </div>
  );
}

interface ReadProps {
  reading: Reading;
  busy: boolean;
  onSaid: (said: Reading['said']) => void;
}

/** What was found in the rows, and what has to be said about them. */
function Read({ reading: { name, rows, hidden, read, said }, busy, onSaid }: ReadProps) {
  const { missing, note, parts, refusedRows, asksDecimal } = read;
  return (
    <>
      <section className="sheet form-section">
        <h2 className="text-lg" role="status">
          {missing.length > 0 || note !== undefined
            ? t('import.waits')
            : t('import.found', { parts, refused: refusedRows })}
        </h2>
        <p className="wrap-anywhere text-muted text-sm">{t('import.source', { name })}</p>
        {hidden > 0 && <p className="text-sm">{t('import.hidden', { hidden })}</p>}
        {missing.length > 0 && (
          <p className="font-medium" role="alert">
            {t('import.missing', { missing: missing.length > 1 ? 'both' : missing[0]! })}
          </p>
        )}
        {note !== undefined && (
          <div className="grid justify-items-start gap-2" role="alert">
            <p className="font-medium">{t('import.note', { note })}</p>
            <ActionButton busy={busy} onClick={() => onSaid({ areUnitPrices: true })}>
              {t('import.note.ok')}
            </ActionButton>
          </div>
        )}
        {(asksDecimal || said.decimal) && (
          <SelectField
            label={t('import.decimal')}
            className="max-w-sm"
            value={said.decimal ?? ''}
            onChange={({ target }) =>
              onSaid({ decimal: (target.value || undefined) as '.' | ',' | undefined })
            }
          >
            <option value="">{t('import.decimal.ask')}</option>
            <option value=".">{t('import.decimal.point')}</option>
            <option value=",">{t('import.decimal.comma')}</option>
          </SelectField>
        )}
        <ImportColumns rows={rows} read={read} onChange={(columns) => onSaid({ columns })} />
      </section>
      {refusedRows > 0 && <RefusedRows read={read} />}
    </>
  );
}

/** Reads a pasted text or a file as rows; undefined for a text that is no table. Numbers of workbooks stay numbers. */
async function tableOf(source: string | Uint8Array): Promise<Table | undefined> {
  const { table } = await readInWorker(source, { lookUp: askCells, withUnits: true });
  if (!table) return undefined;
  const visible = table.rows.filter(({ isHidden }) => !isHidden);
  const rows = visible.map(({ row, cells, numbers = [] }) => ({
    row,
    cells: cells.slice(0, MOST_COLUMNS).map((cell, at) => {
      const number = numbers.includes(at) ? Number(cell) : Number.NaN;
      return String(number) === cell ? number : cell.slice(0, LONGEST_CELL);
    }),
  }));
  return { rows, hidden: table.rows.length - visible.length };
}
