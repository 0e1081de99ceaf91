import { addressLines } from '#contract/address-book/address-lines.ts';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import './address.css';

/** An address as on a label, with its phone. */
export function AddressText({ shipTo }: { shipTo: ShipTo }) {
  const [name, ...rest] = addressLines(shipTo);
  return (
    <address className="address-lines">
      <span className="font-medium">{name}</span>
      {rest.map((line, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same, and none moves
        <span key={n} className="block">
          {line}
        </span>
      ))}
      <span className="num block text-muted">{shipTo.phone}</span>
    </address>
  );
}
