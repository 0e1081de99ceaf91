import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatCount } from '#contract/kernel/money.ts';
import { SuggestionList } from '../../../ui/suggestion-list.tsx';
import { useModal } from '../../../ui/use-modal.ts';
import { useCan } from '../role.ts';
import { type Target, useTargets } from './targets.tsx';
import './jump.css';

/** Characters that the field takes. */
const MOST_WORDS = 100;

interface Props {
  /** What was typed before the field was there. */
  early: () => string;
  onClose: () => void;
}

/** Finds pages, orders, parts and people, and goes there: arrows choose, Enter goes. Render it only while it is open. */
export function JumpDialog({ early, onClose }: Props) {
  const dialog = useModal();
  const id = useId();
  const navigate = useNavigate();
  const [words, setWords] = useState(() => early().slice(0, MOST_WORDS));
  const [active, setActive] = useState<string>();
  /** Enter was pressed before everything was found: the first target is gone to once it is. */
  const [isEager, setEager] = useState(false);
  const typed = words.trim();
  const q = usePaused(typed);
  const { targets, isLoading, problem } = useTargets(q, useCan());
  const isBusy = q !== typed || isLoading;
  const optionId = (target: Target) => `${id}-${target.id}`;
  const place = Math.max(
    0,
    targets.findIndex((target) => optionId(target) === active),
  );
  const chosen = targets[place];
  const chosenId = chosen && optionId(chosen);

  function goTo({ to }: Target) {
    dialog.current?.close();
    navigate(to);
  }

  useEffect(() => {
    if (!isEager || isBusy) return;
    setEager(false);
    if (chosen) goTo(chosen);
  });
  useEffect(() => {
    if (chosenId) document.getElementById(chosenId)?.scrollIntoView({ block: 'nearest' });
  }, [chosenId]);

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      const next = targets[(place + step + targets.length) % targets.length];
      setActive(next && optionId(next));
    } else if (event.key === 'Enter') {
      setEager(true);
    } else return;
    event.preventDefault();
  }

  return (
    <dialog ref={dialog} className="panel jump" aria-labelledby={`${id}-label`} onClose={onClose}>
      <label id={`${id}-label`} htmlFor={`${id}-field`} className="sr-only">
        Jump to a page, order, part or person
      </label>
      <input
        id={`${id}-field`}
        role="combobox"
        aria-expanded={targets.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={chosenId}
        aria-autocomplete="list"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={MOST_WORDS}
        placeholder="Page, order, PO, SKU or person"
        className="input w-full"
        value={words}
        onKeyDown={press}
        onChange={({ target }) => {
          setWords(target.value);
          setActive(undefined);
          setEager(false);
        }}
      />
      <SuggestionList
        id={`${id}-list`}
        suggestions={targets.map((target) => ({
          ...target,
          id: optionId(target),
          choose: () => goTo(target),
        }))}
        active={chosenId}
        onPoint={setActive}
      />
      <p role="status" className="num px-3 py-2 text-muted text-xs">
        {sayFound(isBusy, targets.length)}
      </p>
      {problem && (
        <p role="alert" className="px-3 pb-2 text-error text-sm">
          {problem}
        </p>
      )}
    </dialog>
  );
}

function sayFound(isBusy: boolean, count: number): string {
  if (isBusy) return 'Searching…';
  if (count === 0) return 'Nothing found. Numbers of orders are found as a whole.';
  return `${formatCount(count)} found`;
}

/** How long nobody must type before it is searched for, in milliseconds. */
const PAUSE_MS = 150;

/** Returns a text once it has stayed the same for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
