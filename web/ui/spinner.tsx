import spinner from './spinner.svg';

/** The spinner image, over the skeleton of what is loading. */
export function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="absolute inset-x-0 top-16 z-1 grid justify-items-center">
      <img src={spinner} alt={label} width={48} height={48} />
    </div>
  );
}
