/** Searches the index that the build wrote. The browser loads it when the search field gets the focus. */
import MiniSearch, { type SearchResult } from 'minisearch';
import { type SearchDocument, searchOptions } from './search-options.ts';

const MAX_RESULTS = 12;

const field = document.querySelector<HTMLInputElement>('#search[data-index]');
const resultList = document.querySelector<HTMLElement>('#results');
const resultPage = document.querySelector<HTMLElement>('#search-page');

let index: Promise<MiniSearch<SearchDocument>> | undefined;

function loadIndex(): Promise<MiniSearch<SearchDocument>> {
  index ??= fetch(field?.dataset.index ?? '')
    .then((response) => response.text())
    .then((json) => MiniSearch.loadJSON<SearchDocument>(json, searchOptions));
  return index;
}

async function showResults(query: string, target: HTMLElement, limit: number): Promise<void> {
  const results = (await loadIndex()).search(query);
  const count = document.createElement('p');
  count.setAttribute('role', 'status');
  count.textContent = `${results.length} ${results.length === 1 ? 'result' : 'results'} for “${query}”.`;
  target.replaceChildren(count, ...results.slice(0, limit).map(linkTo));
}

function linkTo({ id, page, heading }: SearchResult): HTMLAnchorElement {
  const link = document.createElement('a');
  link.href = id;
  const title = document.createElement('b');
  title.textContent = heading;
  const path = document.createElement('span');
  path.className = 'route';
  path.textContent = page === heading ? id : page;
  link.append(title, path);
  return link;
}

if (field && resultList) {
  field.addEventListener('focus', () => void loadIndex(), { once: true });
  field.addEventListener('input', async () => {
    const query = field.value.trim();
    if (query !== '') await showResults(query, resultList, MAX_RESULTS);
    // The field may have changed while the index was loading.
    if (query === field.value.trim()) resultList.hidden = query === '';
  });
}

const query = new URLSearchParams(location.search).get('q')?.trim();
if (field && resultPage && query) {
  field.value = query;
  await showResults(query, resultPage, Number.POSITIVE_INFINITY);
}
