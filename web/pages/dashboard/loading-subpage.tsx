import { useMatches } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import { LoadingPage } from '../../ui/loading-page.tsx';

/** A page of the dashboard until it is known who is signed in and what they may do, as its `handle` says. */
export function LoadingSubpage() {
  const { title = 'Dashboard', shape = 'list' } = (useMatches().at(-1)?.handle ?? {}) as PageHandle;
  return <LoadingPage title={title} shape={shape} />;
}
