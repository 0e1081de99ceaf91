import { type ComponentType, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { GRID, searchPath } from '#contract/kernel/addresses.ts';
import { LONGEST_SEARCH } from '#contract/kernel/text-limits.ts';
import { SearchIcon } from '../ui/icons.tsx';
import type { SearchPanelProps } from './search-panel.tsx';

/** The history state of addresses that come from typing. */
const TYPED = { typed: true };

/** The field on top of every page. */
const FIELD = 'search';

/** Moves the focus to the search field on top of the page. */
export function focusSearch(): void {
  const field = document.getElementById(FIELD) as HTMLInputElement | null;
  field?.focus();
  field?.select();
}

/** What below the field the field has to know of. */
interface Below {
  /** The id of the suggestion that Enter chooses. */
  active?: string | undefined;
  isShown: boolean;
}

interface Props {
  /** Of another field than the one on top. The page has a label for it. */
  id?: string;
}

/**
 * The search of every page: suggests parts, categories and what was looked for last. Enter leads to the grid, and a whole part
 * number to its part. On the grid it narrows what is shown while somebody types. What is below the field is loaded when the
 * field is used; without it the form still works.
 */
export function SearchBox({ id = FIELD }: Props) {
  const isTop = id === FIELD;
  const list = `${id}-suggestions`;
  const [words, setWords] = useWords();
  const [isOpen, setOpen] = useState(false);
  const [below, setBelow] = useState<Below>({ isShown: false });
  const [Panel, setPanel] = useState<ComponentType<SearchPanelProps>>();
  const keys = useRef<(event: KeyboardEvent) => void>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const q = words.trim();

  function open() {
    setOpen(true);
    if (!Panel) loadPanel().then((loaded) => loaded && setPanel(() => loaded.SearchPanel));
  }

  async function find() {
    const panel = await loadPanel();
    const to = (await panel?.findPath(q)) ?? searchPath(q);
    // Somebody has typed on, or left.
    if (field.current?.value.trim() !== q) return;
    setOpen(false);
    // The grid shows what is in its field already.
    if (pathname !== GRID || !to.startsWith(GRID)) navigate(to);
  }

  return (
    <search className="search-box" aria-labelledby={isTop ? undefined : `${id}-label`}>
      <form
        method="get"
        action={GRID}
        onSubmit={(event) => {
          event.preventDefault();
          if (q !== '') find();
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) setOpen(false);
        }}
      >
        {isTop && (
          <label htmlFor={id} className="sr-only">
            Search parts
          </label>
        )}
        <SearchIcon className="search-icon size-5" />
        <input
          ref={field}
          id={id}
          type="search"
          name="q"
          role="combobox"
          aria-expanded={below.isShown}
          aria-controls={below.isShown ? list : undefined}
          aria-activedescendant={below.active}
          aria-autocomplete="list"
          aria-keyshortcuts={isTop ? '/' : undefined}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={LONGEST_SEARCH}
          placeholder="Part number or words"
          className="input search-field"
          value={words}
          onFocus={open}
          onClick={open}
          onKeyDown={(event) => keys.current?.(event)}
          onChange={({ target }) => {
            setWords(target.value, true);
            open();
          }}
        />
        {isTop && (
          <span className="search-key" aria-hidden="true">
            /
          </span>
        )}
        {Panel && <Panel id={list} q={q} isOpen={isOpen} setOpen={setOpen} keys={keys} onChange={setBelow} />}
        <noscript>
          <button type="submit" className="btn btn-quiet">
            Find
          </button>
        </noscript>
      </form>
    </search>
  );
}

const loadPanel = () => import('./search-panel.tsx').catch(() => undefined);

/**
 * The field's text. On the grid it is the search in the address, which follows the typing; links and Back change it. Elsewhere it
 * is empty until somebody types.
 */
function useWords(): [words: string, setWords: (words: string, isTyped?: boolean) => void] {
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const isGrid = pathname === GRID;
  const isTyped = useNavigationType() !== 'POP' && state?.typed === true;
  const found = isGrid ? (new URLSearchParams(search).get('q') ?? '') : '';
  const [words, setWords] = useState(found);
  // An address from typing may lag behind the field.
  const [shown, setShown] = useState(key);
  if (shown !== key) {
    setShown(key);
    if (!isTyped) setWords(found);
  }

  function change(next: string, isTyping = false) {
    setWords(next);
    if (!isTyping || !isGrid) return;
    // The router's address may lag behind fast typing.
    const query = new URLSearchParams(window.location.search);
    if (next.trim()) query.set('q', next.trim());
    else query.delete('q');
    query.delete('after');
    navigate({ search: String(query) }, { replace: true, preventScrollReset: true, state: TYPED });
  }

  return [words, change];
}

/** The key `/` moves the focus to the field on top of the page, wherever nobody is typing. */
export function useSearchKey(): void {
  useEffect(() => {
    function press(event: globalThis.KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || event.defaultPrevented) return;
      const isTyping =
        target instanceof HTMLElement &&
        (target.isContentEditable || target.matches('input, textarea, select'));
      if (isTyping || document.querySelector('dialog:modal')) return;
      event.preventDefault();
      focusSearch();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}
