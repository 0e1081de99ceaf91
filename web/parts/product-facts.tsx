import type { ReactNode } from 'react';
import { LIFECYCLE_WORDS, packageText, shipsIn } from '#contract/products/facts-words.ts';
import { CopyText } from '../ui/copy-text.tsx';
import type { OfferedProduct } from './use-offered.ts';

/** What a buyer checks first, on a line: the part's numbers, when it ships, how it is packed, and whether it is still made. */
export function ProductFacts({ product }: { product: OfferedProduct }) {
  const { sku, mpn, ownNumber, package: packed, lifecycle } = product;
  const ships = shipsIn(product);
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
      {ownNumber && (
        <Numbered label="Your number">
          <CopyText what="Your number" text={ownNumber} />
        </Numbered>
      )}
      {ships && <Said label="Lead time">{ships}</Said>}
      {packed && <Said label="Package">{packageText(packed)}</Said>}
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
