/** What the company that somebody buys for calls a part; nothing where it has no number of its own. */
export function OwnNumber({ number, className = '' }: { number: string | undefined; className?: string }) {
  if (number === undefined) return null;
  return (
    <span className={`wrap-anywhere text-muted text-xs ${className}`}>
      Your number <bdi className="num font-medium text-base-content">{number}</bdi>
    </span>
  );
}
