import { type ReactNode, useContext } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root';
import { FRAME_ROUTE } from './embed/frame-route.ts';
import { hostContext } from './host.ts';
import { directionOf } from './language.ts';
import { ErrorPage } from './layout/ErrorPage.tsx';
import { Footer } from './layout/Footer.tsx';
import { loadFrame } from './layout/frame.ts';
import { Header } from './layout/Header.tsx';
import { NonceContext } from './nonce.ts';
import '@portico/react/styles/tokens.css';
import './styles/scheme.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/items.css';
import '@portico/react/styles/forms.css';
import '@portico/react/styles/identity.css';
import './styles/captcha.css';
import { useLanguage, useTexts } from './texts/index.ts';
import { beginVisit, visitContext } from './visit.ts';

/** Loads the visit before all loaders, and adds its cookies to the response. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const visit = await beginVisit(request, context.get(hostContext));
    context.set(visitContext, visit);
    const response = await next();
    for (const cookie of visit.cookies.getSetCookie()) response.headers.append('set-cookie', cookie);
    return response;
  },
];

export const loader = ({ context }: Route.LoaderArgs) => loadFrame(context.get(visitContext));

export function Layout({ children }: { children: ReactNode }) {
  const frame = useRouteLoaderData<typeof loader>('root');
  const { site } = useTexts();
  const language = useLanguage();
  const nonce = useContext(NonceContext);
  const { search } = useLocation();
  const isFramed = useMatches().some(({ id }) => id === FRAME_ROUTE);
  return (
    <html lang={language} dir={directionOf(language)} data-scheme={isFramed ? schemeOf(search) : undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
        {frame && (
          // Browsers hide the nonce from scripts, so hydration would report a difference.
          <style nonce={nonce} suppressHydrationWarning>
            {frame.css}
          </style>
        )}
      </head>
      <body data-framed={isFramed || undefined}>
        {!isFramed && (
          <>
            <a className="skip" href="#content">
              {site.frame.skip}
            </a>
            <Header frame={frame} />
          </>
        )}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        {!isFramed && <Footer siteName={frame?.siteName} />}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** Returns the color scheme of the page around the frame, which that page passes in the URL (`?scheme=dark`). */
function schemeOf(search: string): 'light' | 'dark' | undefined {
  const scheme = new URLSearchParams(search).get('scheme');
  return scheme === 'light' || scheme === 'dark' ? scheme : undefined;
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return <ErrorPage status={status} />;
}
