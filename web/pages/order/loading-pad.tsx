const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The page before its lines are known. */
export function LoadingPad() {
  return (
    <div className="pad-loading" role="status" aria-label="Loading your lines">
      {ROWS.map((row) => (
        <span key={row} />
      ))}
    </div>
  );
}
