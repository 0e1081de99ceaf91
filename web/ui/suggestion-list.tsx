import { Fragment, type ReactNode } from 'react';
import type { Suggestions } from '#contract/products/suggestions.ts';
import { inCatalogue } from './written.ts';

/** A line of the list below the search field, and what choosing it does. */
export interface Suggestion {
  id: string;
  group: string;
  content: ReactNode;
  choose(): void;
  /** Removes it from the list. */
  remove?: (() => void) | undefined;
}

interface Props {
  id: string;
  suggestions: Suggestion[];
  /** The id of the one that Enter chooses. */
  active: string | undefined;
  onPoint(id: string | undefined): void;
}

/** The suggestions below a search field, in groups. The field keeps the focus and names the active one. */
export function SuggestionList({ id, suggestions, active, onPoint }: Props) {
  const groups = Map.groupBy(suggestions, ({ group }) => group);
  return (
    <div id={id} role="listbox" aria-label="Suggestions" className="suggestions">
      {[...groups].map(([group, all]) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, which no element is
        <div key={group} role="group" aria-label={group}>
          <div className="suggestion-group" aria-hidden="true">
            {group}
          </div>
          {all.map((one) => (
            <Option key={one.id} suggestion={one} isActive={one.id === active} onPoint={onPoint} />
          ))}
        </div>
      ))}
    </div>
  );
}

interface OptionProps {
  suggestion: Suggestion;
  isActive: boolean;
  onPoint(id: string | undefined): void;
}

function Option({ suggestion, isActive, onPoint }: OptionProps) {
  const { id, content, choose, remove } = suggestion;
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: see the list
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      className="suggestion"
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={() => !isActive && onPoint(id)}
      onClick={choose}
    >
      {content}
      {remove && (
        // For the mouse; the key for it is Delete.
        <span
          className="suggestion-remove"
          title="Remove"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            remove();
          }}
        >
          ×
        </span>
      )}
    </div>
  );
}

type Part = Suggestions['parts'][number];

/** A part: its name, and its part numbers, with what matched marked. */
export function SuggestedPart({ part: { sku, name, matched } }: { part: Part }) {
  const { field } = matched;
  return (
    <>
      <span {...inCatalogue} className="suggestion-name">
        {field === 'name' ? <Marked {...matched} /> : name}
      </span>
      <span className="suggestion-number">
        {field === 'sku' ? <Marked {...matched} /> : sku}
        {(field === 'mpn' || field === 'own') && (
          <>
            {' · '}
            <Marked {...matched} />
          </>
        )}
      </span>
    </>
  );
}

function Marked({ text, marks }: Pick<Part['matched'], 'text' | 'marks'>) {
  const ends = [0, ...marks.map(({ end }) => end)];
  return (
    <>
      {marks.map(({ start, end }, n) => (
        <Fragment key={start}>
          {text.slice(ends[n], start)}
          <mark>{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  );
}
