import { PageTitle } from './page-title.tsx';
import { Spinner } from './spinner.tsx';

/** A page that is loading. It is as high as the window, so that the footer does not jump. */
export function LoadingPage({ title }: { title: string }) {
  return (
    <div className="min-h-dvh">
      <PageTitle>{title}</PageTitle>
      <h1 className="sr-only">{title}</h1>
      <Spinner label="Loading" />
    </div>
  );
}
