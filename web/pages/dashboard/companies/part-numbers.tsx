import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import type { PartNumber } from '#contract/companies/part-numbers.ts';
import { inPages } from '../../../long-list.ts';
import { Button } from '../../../ui/button.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { OnDemand } from '../../../ui/on-demand.tsx';
import { toast } from '../../../ui/toast.ts';
import { useFocusLater } from '../../../ui/use-focus-later.ts';
import { callAsUser, callForFileAsUser, callForPageAsUser } from '../../../user-calls.ts';
import { type ListColumn, ListTable } from '../kit/list-table.tsx';
import { t } from './words.ts';

const loadImport = () => import('./import-numbers.tsx');
const loadAdd = () => import('./add-number.tsx');

type Entry = PartNumber & { _id: string };

const numbersOf = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['companies', 'numbers', id],
    queryFn: async ({ pageParam, signal }) => {
      const input = { params: { id }, query: pageParam };
      const { entries, total } = await callForPageAsUser('listPartNumbers', input, { signal });
      return { entries: entries.map((one): Entry => ({ ...one, _id: one.productId })), total };
    },
    ...inPages(),
  });

/** A company's own numbers of parts; members with the right set them. */
export function PartNumbers({ companyId: id, mayChange }: { companyId: string; mayChange: boolean }) {
  const client = useQueryClient();
  const list = useInfiniteQuery(numbersOf(id));
  /** What is open below the heading. */
  const [open, setOpen] = useState<'add' | 'import'>();
  const button = useRef<HTMLButtonElement>(null);
  const focusButton = useFocusLater(button);
  function close() {
    setOpen(undefined);
    focusButton();
  }

  const readAgain = () => client.invalidateQueries({ queryKey: numbersOf(id).queryKey });

  async function remove({ productId, number }: Entry) {
    try {
      await callAsUser('setPartNumbers', { params: { id }, body: { numbers: [{ productId, number: '' }] } });
      await readAgain();
      toast.success(t('removed', { person: number }));
    } catch (error) {
      toast.error((error as Error).message);
    }
  }

  const columns: ListColumn<Entry>[] = [
    {
      heading: t('number'),
      cellClass: 'lead',
      cell: ({ number }) => <bdi className="num wrap-anywhere font-medium">{number}</bdi>,
    },
    {
      heading: t('number.part'),
      cellClass: 'col-span-2',
      cell: ({ sku, name }) => (
        <Link to={`/parts/${encodeURIComponent(sku)}`} className="text-link wrap-anywhere">
          {sku} <span className="text-muted">{name}</span>
        </Link>
      ),
    },
  ];
  if (mayChange)
    columns.push({
      heading: t('action'),
      className: 'action',
      cell: (entry) => (
        <Button
          small
          className="text-error"
          aria-label={t('remove.of', { person: entry.number })}
          onClick={() => remove(entry)}
        >
          {t('remove')}
        </Button>
      ),
    });
  return (
    <section aria-labelledby="numbers">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 id="numbers" className="text-lg">
            {t('numbers')}
          </h2>
          <p className="mt-1 max-w-2xl text-muted text-sm">{t('numbers.about')}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ExportButton
            file="part-numbers.csv"
            read={() => callForFileAsUser('listPartNumbers', { params: { id }, query: {} })}
          />
          {mayChange && (
            <>
              <Button
                ref={button}
                aria-expanded={open === 'import'}
                onClick={() => setOpen(open === 'import' ? undefined : 'import')}
              >
                {t('numbers.import')}
              </Button>
              <Button
                kind="primary"
                aria-expanded={open === 'add'}
                onClick={() => setOpen(open === 'add' ? undefined : 'add')}
              >
                {t('number.add')}
              </Button>
            </>
          )}
        </div>
      </div>
      {open === 'add' && (
        <OnDemand load={loadAdd} what={t('what.number')} onClose={() => setOpen(undefined)}>
          {({ AddNumber }) => <AddNumber companyId={id} onAdded={readAgain} />}
        </OnDemand>
      )}
      {open === 'import' && (
        <OnDemand load={loadImport} what={t('what.import')} onClose={close}>
          {({ ImportNumbers }) => <ImportNumbers companyId={id} onChanged={readAgain} onDone={close} />}
        </OnDemand>
      )}
      <ListTable list={list} columns={columns} what={t('what.numbers')} empty={t('numbers.none')} />
    </section>
  );
}
