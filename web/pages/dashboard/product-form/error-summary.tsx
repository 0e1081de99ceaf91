import type { WrongField } from './errors.ts';

interface Props {
  wrong: WrongField[];
  labelOf: (path: string) => string;
  onFocus: (path: string) => void;
}

/** All wrong fields, when there are several: each entry leads to its field. */
export function ErrorSummary({ wrong, labelOf, onFocus }: Props) {
  if (wrong.length < 2) return null;
  return (
    <section className="form-notice form-notice-error" aria-label="What to fix">
      <p className="font-medium">{wrong.length} fields need another look</p>
      <ul className="grid gap-1 text-sm">
        {wrong.map(({ path, message }) => (
          <li key={path}>
            <button type="button" className="text-link min-h-6 text-start" onClick={() => onFocus(path)}>
              {labelOf(path)}: {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
