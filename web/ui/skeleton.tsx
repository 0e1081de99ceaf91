import type { ReactNode } from 'react';
import type { Shape } from '#contract/pages.ts';
import spinner from './spinner.svg';

const LINE = 'py-1.5';

/** The number of grey bars of each shape, and the classes of the group and of a bar. They take about as much room as the content. */
const SHAPES: Record<Shape, readonly [count: number, all: string, one: string]> = {
  lines: [4, 'p-5', LINE],
  section: [4, 'sheet p-5', LINE],
  list: [8, 'sheet', 'grid h-10 items-center border-base-300 border-b px-3 max-md:h-28'],
  detail: [4, 'grid gap-6 xl:grid-cols-[minmax(0,1fr)_22rem]', 'sheet h-48 p-5'],
  part: [3, 'part-page', 'sheet h-96 p-5'],
  cards: [6, 'product-grid', 'sheet h-96 p-5'],
};

interface Props {
  /** What is loading, as in 'the products'. */
  what: string;
  shape?: Shape | undefined;
  /** Whether the spinner image is over it. */
  hasSpinner?: boolean;
  /** What is shown in grey, in place of a shape. */
  children?: ReactNode;
}

/** Grey bars in the place of what is loading. Screen readers hear what it is. */
export function Skeleton({ what, shape = 'lines', hasSpinner, children }: Props) {
  const label = `Loading ${what}`;
  return (
    <div className="relative">
      {hasSpinner ? (
        <Spinner label={label} />
      ) : (
        <p role="status" className="sr-only">
          {label}
        </p>
      )}
      <div aria-hidden="true">{children ?? <GreyBars shape={shape} />}</div>
    </div>
  );
}

/** The bars alone, where something else says what is loading. */
export function GreyBars({ shape }: { shape: Shape }) {
  const [count, all, one] = SHAPES[shape];
  return (
    <div className={all}>
      {Array.from({ length: count }, (_, bar) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars are alike
        <div key={bar} className={one}>
          <span className="grey-bar w-1/2" />
        </div>
      ))}
    </div>
  );
}

/** The spinner image, over the skeleton of what is loading. */
function Spinner({ label }: { label: string }) {
  return (
    <div role="status" className="absolute inset-x-0 top-16 z-1 grid justify-items-center">
      <img src={spinner} alt={label} width={48} height={48} />
    </div>
  );
}
