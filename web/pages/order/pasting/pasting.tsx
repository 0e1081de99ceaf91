import { useEffect, useRef } from 'react';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { MOST_LIST_LINES } from '#contract/lists/limits.ts';
import type { LineField } from '../../../basket/pasted/columns.ts';
import type { PastedTable, TableQuestion } from '../../../basket/pasted/paste.ts';
import { Button } from '../../../ui/button.tsx';
import { DropZone } from './drop-zone.tsx';
import { LeftRows } from './left-rows.tsx';
import { MappingRow } from './mapping-row.tsx';
import { Questions } from './questions.tsx';
import { SourceRow } from './source-row.tsx';
import './pasting.css';
import type { Paste, PastingState, Stage } from './use-pasting.ts';

export { usePasting } from './use-pasting.ts';

interface Props {
  pasting: PastingState;
}

/** What was pasted or dropped last: how it is read, what became of it. Files and texts are taken in anywhere on the page. */
export function Pasting({ pasting }: Props) {
  const { stage } = pasting;
  usePasteAnywhere(pasting);
  return (
    <>
      <DropZone onFiles={pasting.takeFiles} />
      <div role="status" className="sr-only">
        {stage && words(stage)}
      </div>
      {stage?.is === 'reading' && (
        <div className="paste-bar">
          <span className="paste-words">Reading {stage.name ?? 'the text'}…</span>
          <progress aria-label="Reading" />
          <Button small onClick={pasting.cancel}>
            Cancel
          </Button>
        </div>
      )}
      {stage?.is === 'fault' && (
        <div className="paste-bar">
          <p className="paste-words text-error">{words(stage)}</p>
          <Close onClose={pasting.close} />
        </div>
      )}
      {stage?.is === 'done' && isWorthShowing(stage.paste) && (
        <section className="paste-done" aria-label="What was pasted">
          <div className="paste-bar">
            <p className="paste-words">{words(stage)}</p>
            <Close onClose={pasting.close} />
          </div>
          <SourceRow
            paste={stage.paste}
            onSheet={(sheet) => pasting.reread(stage.paste, { sheet })}
            onEncoding={(encoding) => pasting.reread(stage.paste, { encoding })}
            onHidden={(takesHidden) => pasting.settle(stage.paste, { takesHidden })}
          />
          {stage.paste.table && (
            <TableQuestions paste={stage.paste} table={stage.paste.table} pasting={pasting} />
          )}
          {stage.paste.table && (
            <MappingRow table={stage.paste.table} onChange={(fields) => pasting.remap(stage.paste, fields)} />
          )}
          <LeftRows left={stage.paste.left} onTake={(rows) => pasting.takeIn(stage.paste, rows)} />
        </section>
      )}
    </>
  );
}

/** The questions of a table, and what their answers change. */
function TableQuestions({ paste, table, pasting }: Props & { paste: Paste; table: PastedTable }) {
  const others = (question: TableQuestion) => table.questions.filter((other) => other !== question);
  function choose({ is }: TableQuestion, place: number) {
    const field: LineField = is === 'part' ? 'mpn' : 'quantity';
    const width = Math.max(table.fields.length, place + 1);
    const fields = [...Array(width).keys()].map((at) => {
      if (at === place) return field;
      return table.fields[at] === field ? undefined : table.fields[at];
    });
    pasting.remap(paste, fields);
  }
  return (
    <Questions
      table={table}
      onColumn={choose}
      onLeave={(question, states) => {
        const leaves = [...(table.leaves ?? []), { place: question.places[0]!, states }];
        pasting.settle(paste, { leaves, questions: others(question) });
      }}
      onEach={(question, each) => pasting.settle(paste, { each, questions: others(question) })}
      onSkip={(question) => pasting.settle(paste, { questions: others(question) })}
    />
  );
}

/** A button that opens the choice of files. */
export function FileButton({ pasting, label = 'Choose a file' }: Props & { label?: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button small onClick={() => field.current?.click()}>
        {label}
      </Button>
      <input
        ref={field}
        type="file"
        multiple
        hidden
        aria-label={label}
        accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain"
        onChange={({ target }) => {
          pasting.takeFiles([...(target.files ?? [])]);
          // The same file can be chosen again once it is mended.
          target.value = '';
        }}
      />
    </>
  );
}

function Close({ onClose }: { onClose: () => void }) {
  return (
    <Button kind="ghost" small aria-label="Close" onClick={onClose}>
      ×
    </Button>
  );
}

/** Lines of a text are seen in the list: only what else is to be known is told. */
const isWorthShowing = ({ name, table, left, more }: Paste) =>
  name !== undefined || table !== undefined || left.length > 0 || more > 0;

function words(stage: Stage): string {
  if (stage.is === 'reading') return `Reading ${stage.name ?? 'the text'}`;
  if (stage.is === 'fault') return `${stage.name ?? 'The text'} was not read. ${stage.words}`;
  const { name, added, more } = stage.paste;
  const from = name === undefined ? '' : ` from ${name}`;
  if (added.length === 0 && more === 0) return `No line was found${name === undefined ? '' : ` in ${name}`}.`;
  const rest =
    more > 0
      ? ` A list has ${formatCount(MOST_LIST_LINES)} lines: ${formatCount(more)} more were not added.`
      : '';
  return `Added ${countOf(added.length, 'line')}${from}.${rest}`;
}

/** Takes in what is pasted anywhere on the page, unless a field or a cell takes it. */
function usePasteAnywhere({ paste, takeFiles }: PastingState): void {
  useEffect(() => {
    function take(event: ClipboardEvent) {
      const { clipboardData, target } = event;
      if (event.defaultPrevented || !clipboardData || isField(target)) return;
      const text = clipboardData.getData('text/plain');
      // Spreadsheets put a picture of the cells beside their text.
      if (text.trim() !== '') paste(text);
      else if (clipboardData.files.length > 0) takeFiles([...clipboardData.files]);
      else return;
      event.preventDefault();
    }
    // The grid's own, which React hears at the document, come before.
    window.addEventListener('paste', take);
    return () => window.removeEventListener('paste', take);
  }, [paste, takeFiles]);
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'));
