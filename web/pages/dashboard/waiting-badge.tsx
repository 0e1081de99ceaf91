/** Says that an order waits for an approval: until then nobody can pay for it. */
export function WaitingBadge() {
  return <span className="badge badge-neutral">Waiting for approval</span>;
}
