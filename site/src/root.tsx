import { type ReactNode, useContext } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root';
import { hostContext } from './host.ts';
import { directionOf } from './language.ts';
import { ErrorPage } from './layout/ErrorPage.tsx';
import { Footer } from './layout/Footer.tsx';
import { loadFrame } from './layout/frame.ts';
import { Header } from './layout/Header.tsx';
import { NonceContext } from './nonce.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/layout.css';
import './styles/items.css';
import './styles/forms.css';
import './styles/identity.css';
import { useLanguage, useTexts } from './texts/index.ts';
import { beginVisit, visitContext } from './visit.ts';

/** Before any loader: who is looking, at which site. After it: the cookies that came up on the way. */
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
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <Meta />
        <Links />
        {frame && (
          // Browsers hide a nonce from scripts, so that what the server wrote looks different here.
          <style nonce={nonce} suppressHydrationWarning>
            {frame.css}
          </style>
        )}
      </head>
      <body>
        <a className="skip" href="#content">
          {site.frame.skip}
        </a>
        <Header frame={frame} />
        <main id="content" tabIndex={-1}>
          {children}
        </main>
        <Footer siteName={frame?.siteName} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  return <ErrorPage status={status} />;
}
