import type { ReactNode } from 'react';

interface Props {
  className?: string;
}

/** An icon on a 24-unit grid. It is beside a word or in a labelled button, so screen readers skip it. */
function Icon({ className = 'size-5', children }: Props & { children: ReactNode }) {
  return (
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
      {children}
    </svg>
  );
}

export function CheckIcon(props: Props) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="m8 12.5 2.7 2.7L16 9.5" />
    </Icon>
  );
}

export function TrashIcon(props: Props) {
  return (
    <Icon {...props}>
      <path d="M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5" />
    </Icon>
  );
}

export function PencilIcon(props: Props) {
  return (
    <Icon {...props}>
      <path d="m4 20 1-4L16 5l3 3L8 19l-4 1ZM14 7l3 3" />
    </Icon>
  );
}

export function SunIcon(props: Props) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="4" />
      <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M5.6 18.4l1.1-1.1M17.3 6.7l1.1-1.1" />
    </Icon>
  );
}

export function MoonIcon(props: Props) {
  return (
    <Icon {...props}>
      <path d="M20 14.5A8 8 0 0 1 9.5 4a8 8 0 1 0 10.5 10.5Z" />
    </Icon>
  );
}

export function MenuIcon(props: Props) {
  return (
    <Icon {...props}>
      <path d="M4 7h16M4 12h16M4 17h16" />
    </Icon>
  );
}

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
