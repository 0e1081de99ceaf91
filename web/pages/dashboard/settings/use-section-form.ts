import { useEffect, useRef, useState } from 'react';
import type { Section, Settings } from '#contract/settings/schema.ts';
import { openDrafts } from '../kit/drafts.ts';
import { compare, type Fields } from '../kit/merge.ts';
import { type Draft, differences, draftOf, pick, toFields, withFields } from './draft.ts';
import { forms } from './fields.ts';

/** What somebody else has changed meanwhile. */
export interface News {
  /** Counts, so that each has its own place on the page. */
  id: number;
  taken: string[];
  conflicts: string[];
  mine: Fields;
  theirs: Fields;
}

interface Base {
  draft: Draft;
  revision: number;
}

/**
 * The state of a section's form: what was typed, the saved version that it is based on, and the draft in this tab. A change by somebody
 * else becomes the new base, and what was typed stays.
 * @param isSaving another revision is then the own one
 */
export function useSectionForm(section: Section, current: Settings[Section], isSaving: boolean) {
  const { fields } = forms[section];
  const [start] = useState(() => begin(section, draftOf(fields, current.value)));
  const [base, setBase] = useState<Base>({ draft: start.base, revision: current.revision });
  const [draft, setDraft] = useState(start.draft);
  const [news, setNews] = useState(start.news);
  const [isRestored, setRestored] = useState(start.isRestored);
  const unsaved = differences(fields, base.draft, draft);
  /** The current values of the page: people type while a call is under way. */
  const latest = useRef({ base, draft });

  useEffect(() => {
    latest.current = { base, draft };
    const before = pick(toFields(fields, base.draft), unsaved);
    const typed = pick(toFields(fields, draft), unsaved);
    sectionDrafts.set(section, unsaved.length > 0 ? { base: before, typed } : undefined);
  });

  /** Makes the section as it is saved now the base of what was typed. Returns the fields that are still to be saved. */
  function take({ revision, value }: Settings[Section]): string[] {
    const theirs = draftOf(fields, value);
    const { base, draft } = latest.current;
    const next = merge(section, base.draft, draft, theirs);
    setBase({ draft: theirs, revision });
    setDraft(next.draft);
    const { news } = next;
    if (news) setNews((before) => ({ ...news, id: (before?.id ?? 0) + 1 }));
    return differences(fields, theirs, next.draft);
  }

  // The page has read the settings again, as it does when somebody comes back to the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another revision is news
  useEffect(() => {
    if (!isSaving && current.revision > latest.current.base.revision) take(current);
  }, [current.revision, isSaving]);

  return {
    draft,
    revision: base.revision,
    unsaved,
    news,
    take,
    change: setDraft,
    /** Notes what was saved with the next revision. What was typed since stays. */
    settle(saved: Draft) {
      const now = { draft: saved, revision: latest.current.base.revision + 1 };
      latest.current.base = now;
      setBase(now);
      setNews(undefined);
      setRestored(false);
    },
    dismissNews: () => setNews(undefined),
    /** Puts their value of a field into the form, or mine. */
    choose(path: string, isTheirs: boolean) {
      const from = isTheirs ? news?.theirs : news?.mine;
      if (from) setDraft((now) => withFields(fields, now, pick(from, [path])));
    },
    /** Whether the form began with a draft that is not saved yet. */
    isRestored: isRestored && unsaved.length > 0,
    discard() {
      setDraft(base.draft);
      setRestored(false);
      setNews(undefined);
    },
  };
}

/** Returns what a form begins with: the saved section, or a draft. */
function begin(section: Section, now: Draft) {
  const kept = sectionDrafts.get(section);
  if (!kept) return { base: now, draft: now, isRestored: false, news: undefined };
  const { fields } = forms[section];
  const before = withFields(fields, now, kept.base);
  const mine = withFields(fields, now, kept.typed);
  return { base: now, isRestored: true, ...merge(section, before, mine, now) };
}

/** Joins what was typed with what somebody else has saved. */
function merge(section: Section, base: Draft, mine: Draft, theirs: Draft) {
  const { fields } = forms[section];
  const all = [base, mine, theirs].map((draft) => toFields(fields, draft)) as [Fields, Fields, Fields];
  const { mine: typed, taken, conflicts } = compare(...all);
  const draft = withFields(fields, theirs, pick(all[1], typed));
  const isNews = taken.length + conflicts.length > 0;
  const news: News | undefined = isNews
    ? { id: 1, taken, conflicts, mine: all[1], theirs: all[2] }
    : undefined;
  return { draft, news };
}

/** By the name of the section. All texts of a section before and after fit (SECTION_BYTES each), and what JSON adds to them. */
const sectionDrafts = openDrafts<Fields>('settings drafts', 150_000);
