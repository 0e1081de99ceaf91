/** Modules without a bar on both sides, which scanners need (ISO/IEC 15417). */
const QUIET = 10;

/** Draws a bar code: the widths of bars and spaces in turn, in modules. On white in both themes. */
export function BarCode({ bars }: { bars: number[] }) {
  let at = QUIET;
  let path = '';
  for (const [n, width] of bars.entries()) {
    if (n % 2 === 0) path += `M${at} 0h${width}v1h-${width}z`;
    at += width;
  }
  return (
    <svg
      className="bar-code"
      viewBox={`0 0 ${at + QUIET} 1`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  );
}
