import { poPrefix } from '#contract/purchases/po-prefix.ts';

/** A PO number in a line of facts: 'PO 4711'. */
export function PoNumber({ poNumber }: { poNumber: string }) {
  return (
    <>
      {poPrefix(poNumber)}
      <bdi>{poNumber}</bdi>
    </>
  );
}
