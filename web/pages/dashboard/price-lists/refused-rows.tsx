import { useState } from 'react';
import type { PriceRows } from '#contract/imports/price-rows.ts';
import { Button } from '../../../ui/button.tsx';
import { DataTable } from '../../../ui/data-table.tsx';
import { t } from './words.ts';

/** Rows that are shown first. */
const FIRST = 20;

/** The rows of an import that are left out, each with what to do. */
export function RefusedRows({ read: { refused, refusedRows } }: { read: PriceRows }) {
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? refused : refused.slice(0, FIRST);
  return (
    <section aria-labelledby="refused" className="grid gap-3">
      <h2 id="refused" className="text-lg">
        {t('import.refused')}
      </h2>
      <p className="-mt-2 text-muted text-sm">{t('import.refused.mend')}</p>
      <DataTable columns={[t('part'), [t('import.row'), 'number'], t('import.why')]}>
        {shown.map(({ row, part, message }) => (
          <tr key={row}>
            <td className="lead" data-label={t('part')}>
              <span className="num wrap-anywhere">{part || '–'}</span>
            </td>
            <td className="number" data-label={t('import.row')}>
              {row}
            </td>
            <td data-label={t('import.why')}>{message}</td>
          </tr>
        ))}
      </DataTable>
      {shown.length < refused.length && (
        <div>
          <Button onClick={() => setShowsAll(true)}>
            {t('import.refused.more', { more: refused.length - shown.length })}
          </Button>
        </div>
      )}
      {showsAll && refused.length < refusedRows && (
        <p className="text-sm">{t('import.refused.rest', { shown: refused.length, total: refusedRows })}</p>
      )}
    </section>
  );
}
