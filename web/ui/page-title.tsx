/** The page's title in the browser, and its summary for search engines where it is a public page. React puts both into <head>. */
export function PageTitle({ children, summary }: { children: string; summary?: string }) {
  return (
    <>
      <title>{`${children} | Northbridge`}</title>
      {summary && <meta name="description" content={summary} />}
    </>
  );
}
