import { PageTitle } from './page-title.tsx';
import { Spinner } from './spinner.tsx';

/** A page of which nothing is known yet but its name. As high as the window: the footer is not seen to jump away. */
export function LoadingPage({ title }: { title: string }) {
  return (
    <div className="min-h-dvh">
      <PageTitle>{title}</PageTitle>
      <h1 className="sr-only">{title}</h1>
      <Spinner label="Loading" />
    </div>
  );
}
