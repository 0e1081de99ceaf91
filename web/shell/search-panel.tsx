import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { categoryPath, partPath, searchPath } from '#contract/kernel/addresses.ts';
import { countOf } from '#contract/kernel/money.ts';
import type { Instead } from '#contract/products/suggestions.ts';
import { forgetSearch, rememberSearch, useLastSearches } from '../last-searches.ts';
import { sayLeftOut } from '../left-out.ts';
import { suggest, suggestionsFor } from '../suggestions.ts';
import { SuggestedPart, type Suggestion, SuggestionList } from '../ui/suggestion-list.tsx';

/** Returns where a search leads: to the only part with this whole number, otherwise to the grid. Remembers it. */
export async function findPath(q: string): Promise<string> {
  rememberSearch(q);
  const { parts } = await suggest(q).catch(() => ({ parts: [] }));
  const [part, ...others] = parts.filter(({ matched }) => matched.exact);
  return part && others.length === 0 ? partPath(part.sku) : searchPath(q);
}

export interface SearchPanelProps {
  id: string;
  /** What has been typed so far. */
  q: string;
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  /** Gets what handles the field's keys. */
  keys: RefObject<((event: KeyboardEvent) => void) | undefined>;
  /** Told of what the field says of the list to screen readers. */
  onChange(below: { active?: string | undefined; isShown: boolean }): void;
}

/** What is below the search field: suggestions, or without words what was looked for last. */
export function SearchPanel({ id, q, isOpen, setOpen, keys, onChange }: SearchPanelProps) {
  const navigate = useNavigate();
  const [active, setActive] = useState<string>();
  const { data, isPlaceholderData } = useQuery({
    ...suggestionsFor(q),
    enabled: isOpen && q !== '',
    placeholderData: keepPreviousData,
  });
  const searches = useLastSearches();

  function leave(to: string, search = q) {
    rememberSearch(search);
    setOpen(false);
    navigate(to);
  }

  const suggestions: Suggestion[] =
    q === ''
      ? searches.map((search) => ({
          id: `${id}-last-${search}`,
          group: 'Last searches',
          content: (
            <span className="suggestion-name">
              {search}
              <span className="sr-only">, Delete removes it</span>
            </span>
          ),
          choose: () => void findPath(search).then((to) => leave(to, search)),
          remove: () => forgetSearch(search),
        }))
      : [
          ...(data?.categories ?? []).map(({ slug, name, count }) => ({
            id: `${id}-category-${slug}`,
            group: 'Categories',
            content: (
              <>
                <span className="suggestion-name">{name}</span>
                <span className="num suggestion-count">{countOf(count, 'part')}</span>
              </>
            ),
            choose: () => leave(categoryPath(slug)),
          })),
          ...(data?.parts ?? []).map((part) => ({
            id: `${id}-part-${part._id}`,
            group: isPlaceholderData ? 'Parts' : sayInstead(q, data),
            content: <SuggestedPart part={part} />,
            choose: () => leave(partPath(part.sku)),
          })),
        ];
  const isShown = isOpen && suggestions.length > 0;
  const place = isShown ? suggestions.findIndex((one) => one.id === active) : -1;
  const chosen = suggestions[place];

  function press(event: KeyboardEvent) {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      setOpen(true);
      const count = suggestions.length;
      // Above the first and below the last is the field itself.
      const next = (place + 1 + (key === 'ArrowDown' ? 1 : count)) % (count + 1);
      setActive(suggestions[next - 1]?.id);
    } else if (key === 'Enter' && chosen) {
      event.preventDefault();
      chosen.choose();
    } else if (key === 'Escape' && isShown) {
      // The next Escape empties the field, as in every search field.
      event.preventDefault();
      setOpen(false);
    } else if (key === 'Delete' && chosen?.remove) {
      event.preventDefault();
      chosen.remove();
      setActive(suggestions[place + 1]?.id ?? suggestions[place - 1]?.id);
    } else if (key === 'Tab') setOpen(false);
  }

  const chosenId = chosen?.id;
  useEffect(() => {
    keys.current = press;
  });
  useEffect(() => onChange({ active: chosenId, isShown }), [onChange, chosenId, isShown]);
  // What was chosen among other words is chosen no more.
  const [words, setWords] = useState(q);
  if (words !== q || (!isOpen && active !== undefined)) {
    setWords(q);
    setActive(undefined);
  }

  return (
    <>
      {isShown && (
        <div className="search-panel">
          <SuggestionList id={id} suggestions={suggestions} active={chosenId} onPoint={setActive} />
          {q === '' && (
            <p className="suggestion-hint">
              <kbd className="kbd">Delete</kbd> removes the chosen search
            </p>
          )}
        </div>
      )}
      <p aria-live="polite" className="sr-only">
        {isOpen &&
          q !== '' &&
          data &&
          `${isInstead(data) ? `${sayInstead(q, data)} ` : ''}${sayCount(suggestions.length)}`}
      </p>
    </>
  );
}

const sayCount = (count: number) => (count === 0 ? 'No suggestions' : countOf(count, 'suggestion'));

/** What the suggested parts are, where no part has what was typed. */
const isInstead = ({ nearest, corrected, leftOut }: Instead) => Boolean(nearest || corrected || leftOut);

function sayInstead(q: string, { nearest, corrected, leftOut, beside }: Instead = {}): string {
  if (nearest) return `No part is numbered ${q}. Nearest:`;
  if (leftOut) return `${sayLeftOut({ leftOut, beside })} Without ${leftOut.length === 1 ? 'it' : 'them'}:`;
  return corrected === undefined ? 'Parts' : `Parts for “${corrected}”`;
}
