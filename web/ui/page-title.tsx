import { useShop } from '../config.ts';
import { useOrigin } from '../origin.ts';

interface Props {
  children: string;
  /** What search engines show of a public page. */
  summary?: string | undefined;
  /** The own address of a public page: the one that search engines list, however else it is reached. */
  path?: string;
}

/** The page's title, and for a public page its summary and its address for search engines. React puts them into <head>. */
export function PageTitle({ children, summary, path }: Props) {
  const origin = useOrigin();
  const shop = useShop().name;
  return (
    <>
      <title>{shop ? `${children} | ${shop}` : children}</title>
      {summary && <meta name="description" content={summary} />}
      {path && origin && <link rel="canonical" href={origin + path} />}
    </>
  );
}
