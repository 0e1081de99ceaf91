import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { countOf } from '#contract/kernel/money.ts';
import { LONGEST_SEARCH } from '#contract/kernel/text-limits.ts';
import { suggestionsFor } from '../../suggestions.ts';
import { SuggestedPart, SuggestionList } from '../../ui/suggestion-list.tsx';
import { useTabStop } from './in-cell.ts';

interface Props {
  /** What the field looks for a part for, for screen readers. */
  label: string;
  /** What it looks for at first. */
  start?: string;
  onChoose: (part: { _id: string }) => void;
}

/** A field that finds a part by number or words, and its suggestions below it. */
export function PartSearch({ label, start = '', onChoose }: Props) {
  const id = useId();
  const tabIndex = useTabStop();
  const [words, setWords] = useState(start.slice(0, LONGEST_SEARCH));
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<string>();
  const q = words.trim();
  const { data } = useQuery({
    ...suggestionsFor(q),
    enabled: isOpen && q !== '',
    placeholderData: keepPreviousData,
  });
  const suggestions = (q === '' ? [] : (data?.parts ?? [])).map((part) => ({
    id: `${id}-${part._id}`,
    group: 'Parts',
    content: <SuggestedPart part={part} />,
    choose: () => onChoose(part),
  }));
  const isShown = isOpen && suggestions.length > 0;
  const isNone = isOpen && q !== '' && data !== undefined && suggestions.length === 0;
  const place = suggestions.findIndex((one) => one.id === active);

  function press(event: KeyboardEvent) {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      const count = suggestions.length;
      const next = (place + 1 + (key === 'ArrowDown' ? 1 : count)) % (count + 1);
      setOpen(true);
      setActive(suggestions[next - 1]?.id);
    } else if (key === 'Enter' && suggestions.length > 0) {
      event.preventDefault();
      (suggestions[place] ?? suggestions[0])!.choose();
    } else if (key === 'Escape' && isShown) setOpen(false);
    else return;
    // The keys are those of the field, not of the list of lines.
    event.stopPropagation();
  }

  return (
    <span className="part-search">
      <input
        type="search"
        tabIndex={tabIndex}
        role="combobox"
        aria-label={label}
        aria-expanded={isShown}
        aria-controls={isShown ? id : undefined}
        aria-activedescendant={isShown && place >= 0 ? active : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={LONGEST_SEARCH}
        placeholder="Find the part"
        className="input input-sm"
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setActive(undefined);
          setOpen(true);
        }}
        onFocus={({ target }) => {
          target.select();
          setOpen(true);
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={press}
      />
      {isShown && (
        <span className="part-search-panel">
          <SuggestionList id={id} suggestions={suggestions} active={active} onPoint={setActive} />
        </span>
      )}
      <span role="status" className={isNone ? 'part-search-panel part-search-none' : 'sr-only'}>
        {isNone && 'No parts found. Try the part number alone, or fewer words.'}
        {isShown && countOf(suggestions.length, 'part')}
      </span>
    </span>
  );
}
