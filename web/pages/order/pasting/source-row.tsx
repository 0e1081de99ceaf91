import { countOf } from '#contract/kernel/money.ts';
import { Options } from '../../../ui/select-field.tsx';
import type { Paste } from './use-pasting.ts';

interface Props {
  paste: Paste;
  onSheet: (place: number) => void;
  onEncoding: (encoding: string) => void;
  /** Takes hidden rows in, or leaves them out again. */
  onHidden: (takes: boolean) => void;
}

/** Which sheet of a workbook was read, in which letters, and that rows of it are hidden: each can be changed. */
export function SourceRow({ paste, onSheet, onEncoding, onHidden }: Props) {
  const { sheets, encoding, table, left } = paste;
  const hidden = left.filter(({ why }) => why === 'hidden').length;
  const hasSheets = sheets !== undefined && sheets.names.length > 1;
  if (!hasSheets && !encoding && hidden === 0 && !table?.takesHidden) return null;
  return (
    <div className="paste-source">
      {hasSheets && (
        <label>
          Sheet{' '}
          <select
            className="select select-sm"
            value={sheets.place}
            onChange={({ target }) => onSheet(Number(target.value))}
          >
            <Options of={sheets.names.map((name, place) => [place, name])} />
          </select>
        </label>
      )}
      {encoding && (
        <label>
          Letters read as{' '}
          <select
            className="select select-sm"
            value={encoding.used}
            onChange={({ target }) => onEncoding(target.value)}
          >
            <Options of={encoding.others.map((other) => [other, other])} />
          </select>
        </label>
      )}
      {hidden > 0 && (
        <>
          <span>{countOf(hidden, 'hidden row')} left out</span>
          <button type="button" className="btn btn-sm" onClick={() => onHidden(true)}>
            Include hidden rows
          </button>
        </>
      )}
      {table?.takesHidden && (
        <button type="button" className="btn btn-sm" onClick={() => onHidden(false)}>
          Leave hidden rows out
        </button>
      )}
    </div>
  );
}
