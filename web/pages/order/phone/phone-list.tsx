import { type FormEvent, useEffect, useId, useRef } from 'react';
import { needWords } from '../../../basket/matching/need-words.ts';
import { nextProblem, type Stop, stopAt } from '../grid/problems.ts';
import { itemRole, listRole } from '../grid/roles.ts';
import { useRows } from '../grid/use-rows.ts';
import type { LinesView, Pad } from '../pad.ts';
import { LineCard } from './line-card.tsx';

/** Pixels of a card that needs nothing. */
const CARD = 172;

/** The lines as a list with fields, for touch and narrow windows. */
export function PhoneList({ lines, boards, shown, pad, toProblem }: LinesView) {
  const last = useRef<{ at: number; stop?: Stop }>({ at: -1 });
  const { body, items, measure, height } = useRows({
    count: lines.length,
    height: CARD,
    keyOf: (index) => lines[index]?.line._id ?? '',
  });

  useEffect(() => {
    toProblem.current = (direction) => {
      const { at: before, stop } = last.current;
      const stays = lines.findIndex(({ line }) => line._id === stop?.id);
      const at = nextProblem(lines, stays >= 0 ? stays : before, direction, stop);
      if (at === undefined) return pad.say('No line needs attention.');
      const next = lines[at]!;
      last.current = { at, stop: stopAt(next) };
      pad.say(`Line ${next.n}: ${needWords(next)}`);
      focusCard(body.current, at, lines.length);
    };
  }, [lines, pad, toProblem, body]);

  return (
    <>
      <AddLines pad={pad} />
      <div ref={body} {...listRole} className="pad-cards num" style={{ height }}>
        {items.map(({ index, y }) => {
          const priced = lines[index];
          return (
            priced && (
              <div
                key={priced.line._id}
                {...itemRole(index + 1, lines.length)}
                ref={measure}
                data-index={index}
                tabIndex={-1}
                className="pad-card"
                data-need={priced.need}
                style={y === undefined ? undefined : { position: 'absolute', insetInline: 0, top: y }}
              >
                <LineCard priced={priced} lines={lines} boards={boards} shown={shown} pad={pad} />
              </div>
            )
          );
        })}
      </div>
    </>
  );
}

/**
 * Goes to a card, which may not be in the document yet: where it will be, and then to its first remedy. A field would open the
 * keyboard over the others.
 */
function focusCard(list: HTMLElement | null, at: number, count: number): void {
  const find = () => list?.querySelector<HTMLElement>(`[data-index="${at}"]`);
  if (!find() && list) {
    const top = list.getBoundingClientRect().top + window.scrollY;
    window.scrollTo({ top: top + (list.offsetHeight * at) / count - 100 });
  }
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const card = find();
      card?.scrollIntoView({ block: 'center' });
      (card?.querySelector<HTMLElement>('.pad-todo button') ?? card)?.focus({ preventScroll: true });
    }),
  );
}

/** Takes one line that is typed, or many that are pasted. */
function AddLines({ pad }: { pad: Pad }) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);

  function submit(event?: FormEvent): void {
    event?.preventDefault();
    const text = field.current?.value ?? '';
    if (text.trim() === '' || !field.current) return;
    pad.paste(text);
    field.current.value = '';
  }

  return (
    <form method="post" onSubmit={submit} className="pad-add">
      <label htmlFor={id} className="sr-only">
        Part number, or lines to paste
      </label>
      <textarea
        ref={field}
        id={id}
        rows={1}
        placeholder="Part number, or paste lines"
        autoCapitalize="off"
        spellCheck={false}
        className="textarea"
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.shiftKey) submit(event);
        }}
      />
      <button type="submit" className="btn btn-primary">
        Add
      </button>
    </form>
  );
}
