/** The page's title, and for a public page its summary for search engines. React puts both into <head>. */
export function PageTitle({ children, summary }: { children: string; summary?: string }) {
  return (
    <>
      <title>{`${children} | Northbridge`}</title>
      {summary && <meta name="description" content={summary} />}
    </>
  );
}
