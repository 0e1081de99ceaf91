import type { ReactNode } from 'react';
import { formatCount } from '#contract/money.ts';
import type { Lifecycle } from '#contract/product-facts.ts';
import type { Product } from '#contract/products.ts';
import { CopyText } from '../../ui/copy-text.tsx';

const LIFECYCLE_WORDS: Record<Exclude<Lifecycle, 'active'>, string> = {
  last_buy: 'Last buy',
  obsolete: 'Obsolete',
};

/** What a buyer checks first, on a line: the part's numbers, when it ships, how it is packed, and whether it is still made. */
export function ProductFacts({ product }: { product: Product }) {
  const { sku, mpn, leadDays, package: packed, lifecycle } = product;
  return (
    <dl className="contents">
      <Numbered label="SKU">
        <CopyText what="SKU" text={sku} />
      </Numbered>
      {mpn && (
        <Numbered label="MPN" title="Maker's part number">
          <CopyText what="MPN" text={mpn} />
        </Numbered>
      )}
      {leadDays !== undefined && <Said label="Lead time">{shipsIn(leadDays)}</Said>}
      {packed && <Said label="Package">{packageOf(packed)}</Said>}
      {lifecycle !== 'active' && (
        <Said label="Lifecycle">
          <span className="badge badge-warning">{LIFECYCLE_WORDS[lifecycle]}</span>
        </Said>
      )}
    </dl>
  );
}

function Numbered({ label, title, children }: { label: string; title?: string; children: ReactNode }) {
  return (
    <div>
      <dt title={title}>{label}</dt>
      <dd className="flex min-w-0 items-center font-medium">{children}</dd>
    </div>
  );
}

/** A fact whose words say what it is, so that only screen readers need its label. */
function Said({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="sr-only">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function shipsIn(days: number): string {
  if (days === 0) return 'Ships today';
  return `Ships in ${formatCount(days)} ${days === 1 ? 'day' : 'days'}`;
}

function packageOf({ name, pieces }: NonNullable<Product['package']>): string {
  return pieces === 1 ? `${name} of 1 pc` : `${name} of ${formatCount(pieces)} pcs`;
}
