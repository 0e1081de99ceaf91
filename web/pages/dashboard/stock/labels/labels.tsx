import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { formatCount, parseCount } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { Label } from '#contract/stock/schema.ts';
import { Breadcrumb } from '../../../../ui/breadcrumb.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { CountField } from '../../../../ui/number-field.tsx';
import { PageTitle } from '../../../../ui/page-title.tsx';
import { SelectField } from '../../../../ui/select-field.tsx';
import { userQuery } from '../../../../user-query.ts';
import './labels.css';

export const handle: PageHandle = { title: 'Labels', shape: 'section', may: 'stock.read' };

const labelsOf = (products: string) =>
  userQuery(['stock', 'labels', products], 'listLabels', { query: { products } });

const PAPERS = { sheet: 'Sheets of 24, A4', roll: 'One a page, 70 × 37 mm' };
type Paper = keyof typeof PAPERS;

/** The most labels that are printed at once. */
const MOST = 2400;

/** Labels with a bar code, to print: on sheets, or by a label printer. */
export default function Labels() {
  const [search] = useSearchParams();
  const products = search.get('products') ?? '';
  const query = useQuery({ ...labelsOf(products), enabled: products !== '' });
  const [copies, setCopies] = useState('1');
  const [paper, setPaper] = useState<Paper>('sheet');
  const wanted = parseCount(copies);
  const count = query.data?.length ?? 0;
  const most = Math.floor(MOST / Math.max(1, count));
  const isWrong = !(Number.isInteger(wanted) && wanted >= 1 && wanted <= most);
  return (
    <>
      <PageTitle>Labels</PageTitle>
      <Breadcrumb above={[{ to: '/dashboard/stock', label: 'Stock' }]} here="Labels" />
      <h1 tabIndex={-1}>Labels</h1>
      {products === '' ? (
        <p className="mt-4 text-muted">Choose parts in Stock first, then print their labels.</p>
      ) : (
        <Loaded query={query} what="the labels" shape="section">
          {(labels) => (
            <>
              <div className="my-5 flex flex-wrap items-start gap-4">
                <CountField
                  label="Labels a part"
                  className="w-40"
                  error={isWrong ? `Enter a whole number from 1 to ${formatCount(most)}` : undefined}
                  value={copies}
                  onChange={({ target }) => setCopies(target.value)}
                />
                <SelectField
                  label="Paper"
                  className="w-60"
                  value={paper}
                  onChange={({ target }) => setPaper(target.value as Paper)}
                  options={PAPERS}
                />
                <Button
                  kind="primary"
                  className="beside-field"
                  disabled={isWrong || count === 0}
                  onClick={() => window.print()}
                >
                  Print
                </Button>
              </div>
              <p className="mb-3 max-w-2xl text-muted text-sm">
                Print at 100 %, without margins or headers of the browser.
              </p>
              <Printed labels={labels} copies={isWrong ? 1 : wanted} paper={paper} />
            </>
          )}
        </Loaded>
      )}
    </>
  );
}

function Printed({ labels, copies, paper }: { labels: Label[]; copies: number; paper: Paper }) {
  return (
    <ul className={`labels print-only-this labels-${paper}`} aria-label="Labels">
      {labels.flatMap((label) =>
        Array.from({ length: copies }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: copies are alike
          <li key={`${label._id}-${n}`} className="part-label">
            <p className="part-label-name" dir="auto">
              {label.name}
            </p>
            {label.bars ? (
              <BarCode bars={label.bars} />
            ) : (
              <p className="part-label-none">No bar code: its SKU has letters that Code 128 does not have</p>
            )}
            <p className="part-label-foot">
              <b>{label.sku}</b>
              <span>{label.bin}</span>
            </p>
          </li>
        )),
      )}
    </ul>
  );
}

/** Modules without a bar on both sides, which scanners need (ISO/IEC 15417). */
const QUIET = 10;

/** Draws a bar code: the widths of bars and spaces in turn, in modules. On white in both themes. */
function BarCode({ bars }: { bars: number[] }) {
  let at = QUIET;
  let path = '';
  for (const [n, width] of bars.entries()) {
    if (n % 2 === 0) path += `M${at} 0h${width}v1h-${width}z`;
    at += width;
  }
  return (
    <svg
      className="bar-code"
      viewBox={`0 0 ${at + QUIET} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
