import inter from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, use, useEffect, useState } from 'react';
import {
  data,
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Outlet,
  PrefetchPageLinks,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import { KeepCart } from './basket/cart/keep-cart.tsx';
import { config as configQuery, takeSettings } from './config.ts';
import './app.css';
import { holdEarlyEvents, useEarlyEvents } from './early-events.ts';
import { NonceContext, type PageData, pageContext } from './page-context.ts';
import { canRefuseReloads } from './page-scripts.ts';
import { NotFound } from './pages/not-found.tsx';
import { createQueryClient } from './query-client.ts';
import { ScriptsAfterPaint } from './scripts-after-paint.tsx';
import { useForgetPrivateData } from './session.tsx';
import { Footer } from './shell/footer.tsx';
import { NavBar } from './shell/nav-bar.tsx';
import { ErrorPage } from './ui/error-page.tsx';
import { InlineScript } from './ui/inline-script.tsx';
import favicon from './ui/mark.png';
import { PageFocus } from './ui/page-focus.tsx';
import { PageScriptsNotice } from './ui/page-scripts-notice.tsx';
import { SuccessDialogProvider } from './ui/success-dialog.tsx';

export function loader({ context, request }: LoaderFunctionArgs) {
  const { config, origin, status } = context.get(pageContext);
  const notFoundAt = status === 404 ? new URL(request.url).pathname : null;
  return data({ lists: [[configQuery.queryKey, config]], origin, notFoundAt }, { status: status ?? 200 });
}

/** The server sends this data with the first page only. */
export const shouldRevalidate = () => false;

export const links = () => [
  { rel: 'icon', href: favicon, type: 'image/png' },
  { rel: 'preload', href: inter, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' as const },
];

/**
 * Runs in <head> before the first paint: sets the theme and the signed-in state on <html>. CSS does the rest, so the
 * server sends the same page to everyone and nothing flickers. Of what is known of a person only "companies" ends so. Who has chosen the grid's list gets it where the address names no view.
 */
const beforePaint = import.meta.env.SSR
  ? `(() => {
  const root = document.documentElement;
  const read = (key) => { try { return localStorage.getItem(key); } catch { return null; } };
  const theme = read('theme');
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = theme === 'light' || theme === 'dark' ? theme : dark ? 'dark' : 'light';
  root.dataset.session = read('session') ? 'in' : 'out';
  root.dataset.member = /ies":/.test(read('session'));
  const { pathname, search } = location;
  if (pathname === '/allProducts' && read('view') === 'list' && !new URLSearchParams(search).has('view'))
    location.replace(pathname + (search ? search + '&' : '?') + 'view=list');
})();`
  : '';

/** The layout of every page and of the error page. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = use(NonceContext);
  useEarlyEvents();
  return (
    // The script below sets the theme and the session before React hydrates.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <InlineScript code={beforePaint + holdEarlyEvents} />
        <Links nonce={nonce} />
      </head>
      <body>
        <SeededQueries>
          <SuccessDialogProvider>
            <a href="#main" className="btn btn-primary skip-link">
              Skip to content
            </a>
            <NavBar />
            <PageScriptsNotice />
            <main id="main" tabIndex={-1} className="flex-auto">
              {children}
            </main>
            <Footer />
            <PageFocus />
            <KeepCart />
          </SuccessDialogProvider>
        </SeededQueries>
        <ScrollRestoration nonce={nonce} />
        <PrefetchPages />
        <ScriptsAfterPaint />
      </body>
    </html>
  );
}

export default function App() {
  const turns = useForgetPrivateData();
  const { pathname } = useLocation();
  const notFoundAt = useRouteLoaderData<typeof loader>('root')?.notFoundAt;
  return pathname === notFoundAt ? <NotFound /> : <Outlet key={turns} />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFound /> : <ErrorPage />;
}

/**
 * The query cache, filled with the data of the page, so that server and browser render the same and nothing is fetched twice.
 * It is a separate component, because `useMatches` renders it again at each change of the router's state.
 */
function SeededQueries({ children }: { children: ReactNode }) {
  const matches = useMatches();
  const [client] = useState(() => {
    const fresh = createQueryClient();
    for (const { loaderData } of matches) {
      const lists = (loaderData as PageData | undefined)?.lists ?? [];
      for (const [queryKey, list] of lists) fresh.setQueryData(queryKey, list);
    }
    takeSettings(fresh.getQueryData(configQuery.queryKey));
    return fresh;
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Delay, because a moving pointer passes over many links. */
const INTENT_MS = 100;

/** Loads the scripts of a link's page while the pointer is over the link, so that a click finds them ready. */
function PrefetchPages() {
  const [page, setPage] = useState<string>();

  useEffect(() => {
    // React Router would reload the window when a script cannot be loaded, although there was no click.
    if (!canRefuseReloads()) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const forget = () => clearTimeout(timer);
    const intend = ({ target }: Event) => {
      const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]');
      if (!link || link.origin !== window.location.origin) return;
      forget();
      timer = setTimeout(() => setPage(link.pathname), INTENT_MS);
    };
    const begins = ['mouseover', 'focusin', 'touchstart'] as const;
    const ends = ['mouseout', 'focusout'] as const;
    for (const type of begins) document.addEventListener(type, intend, { passive: true });
    for (const type of ends) document.addEventListener(type, forget);
    return () => {
      forget();
      for (const type of begins) document.removeEventListener(type, intend);
      for (const type of ends) document.removeEventListener(type, forget);
    };
  }, []);

  return page && <PrefetchPageLinks page={page} />;
}
