import spinner from './spinner.svg';

/** The spinner image, shown while something loads. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="faint-in grid min-h-64 place-items-center">
      <img src={spinner} alt={label} width={48} height={48} />
    </div>
  );
}
