import type { Shape } from '#contract/pages.ts';
import { PageTitle } from './page-title.tsx';
import { Skeleton } from './skeleton.tsx';

interface Props {
  title: string;
  shape?: Shape | undefined;
  /** 'wrap' and its padding for a page that has no frame around it. */
  className?: string;
}

/** A page that is loading: its heading and a skeleton. It is as high as the window, so that the footer does not jump. */
export function LoadingPage({ title, shape = 'detail', className = '' }: Props) {
  return (
    <div className={`min-h-dvh ${className}`}>
      <PageTitle>{title}</PageTitle>
      <h1 className="mb-5">{title}</h1>
      <Skeleton what={title} shape={shape} />
    </div>
  );
}
