import { Html, html } from './html.ts';

/**
 * The content of a page of the API reference or of the documentation (docs/), inside the frame that all pages share.
 */
export interface FramedPage {
  readonly title: string;
  /** Name of the part of the documentation, shown beside the name of Portico and in the title of the window. */
  readonly part: string;
  readonly homePath: string;
  readonly head: Html;
  readonly search: {
    /** Page that shows the results when the form is sent. */
    readonly path: string;
    readonly label: string;
    readonly query: string;
    /** Attributes of the search field for the script of the page. */
    readonly attributes?: Html;
  };
  /** Links in the bar to the other parts of the documentation. */
  readonly links: Html;
  readonly navigation: Html;
  readonly main: Html;
}

/** The logo of Portico: a gable on three columns. */
const MARK =
  '<rect width="32" height="32" rx="7" fill="#176a58"/><path d="M16 6 26 12H6zM8 14h3v9H8zM14.5 14h3v9h-3zM21 14h3v9h-3zM6 24.5h20V27H6z" fill="#fff"/>';

/** The icon is embedded in the page, so that the browser does not request a file. */
const ICON = `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${MARK}</svg>`)}`;

/** Renders a whole page: the bar with the search field, the navigation, and the content. */
export function renderFramedPage({ title, part, homePath, head, search, links, navigation, main }: FramedPage): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} &middot; Portico ${part}</title><link rel="icon" href="${ICON}">${head}</head>
<body><a class="skip" href="#main">Skip to the content</a>
<header class="bar"><a class="home" href="${homePath}"><svg viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">${new Html(MARK)}</svg>
<span>Portico <span>${part}</span></span></a>
<search><form action="${search.path}"><label for="search">${search.label}</label>
<input id="search" type="search" name="q" value="${search.query}" placeholder="${search.label}" autocomplete="off" spellcheck="false"${search.attributes}><kbd aria-hidden="true">/</kbd></form>
<div id="results" class="results" hidden></div></search>
<p class="parts">${links}</p><button class="menu" type="button" popovertarget="menu">Menu</button></header>
<nav id="menu" aria-label="Reference" popover>${navigation}</nav>
<main id="main" tabindex="-1">${main}</main></body></html>`.text;
}
