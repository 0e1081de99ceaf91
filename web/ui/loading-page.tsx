import { PageTitle } from './page-title.tsx';
import { Spinner } from './spinner.tsx';

/** A page of which nothing is known yet but its name. */
export function LoadingPage({ title }: { title: string }) {
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <h1 className="sr-only">{title}</h1>
      <Spinner label="Loading" />
    </>
  );
}
