/** Characters that are shown at once: two lines or three. */
const SHORT = 120;

/** A text that somebody has typed. A long one shows its beginning and can be opened. It cannot stand inside a paragraph. */
export function LongText({ text, className = '' }: { text: string; className?: string }) {
  if (text.length <= SHORT) return <bdi className={`wrap-anywhere ${className}`}>{text}</bdi>;
  return (
    <details className={`group min-w-0 ${className}`}>
      <summary className="wrap-anywhere cursor-pointer">
        <bdi className="group-open:hidden">{text.slice(0, SHORT).trimEnd()}…</bdi>
        <span className="hidden group-open:inline">Show less</span>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys */}
      <bdi className="wrap-anywhere block max-h-40 overflow-y-auto" tabIndex={0}>
        {text}
      </bdi>
    </details>
  );
}
