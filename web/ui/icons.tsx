interface Props {
  className?: string;
}

/**
 * Returns an icon with a path on a 24-unit grid. It is beside a word or in a labelled button, so screen readers skip it. Those that
 * some pages alone show stand with these: what is here is loaded with every page.
 */
export function icon(path: string) {
  return ({ className = 'size-5' }: Props) => (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={`${className} shrink-0`}
    >
      <path d={path} />
    </svg>
  );
}

export const CheckIcon = icon('M21 12a9 9 0 1 1-18 0 9 9 0 0 1 18 0ZM8 12.5l2.7 2.7L16 9.5');
export const TickIcon = icon('m5 12.5 4.5 4.5L19 7.5');
export const CopyIcon = icon('M9 9h11v11H9ZM5.5 15H4V4h11v1.5');
export const SunIcon = icon(
  'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0ZM12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1',
);
export const MoonIcon = icon('M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5Z');
export const SearchIcon = icon('M18 11a7 7 0 1 1-14 0 7 7 0 0 1 14 0ZM16 16l4.5 4.5');

/** The shop's logo: an N drawn as a trace between two pads. */
export function Mark({ className = 'size-7' }: Props) {
  return (
    <svg viewBox="0 0 28 28" aria-hidden="true" className={`${className} shrink-0`}>
      <rect width="28" height="28" rx="3" className="fill-primary" />
      <path
        d="M8.5 19V8.5L19.5 19.5V9"
        fill="none"
        strokeWidth="2.4"
        strokeLinejoin="round"
        className="stroke-primary-content"
      />
      <circle cx="8.5" cy="20" r="2.3" className="fill-primary-content" />
      <circle cx="19.5" cy="8" r="2.3" className="fill-primary-content" />
    </svg>
  );
}
