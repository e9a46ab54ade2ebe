/*
 * `index.html` runs this small script twice, before the page's own script is there: in the head, so that the frame has
 * the reader's colours from the start, and after the frame, to mark the place in the menu and show the page's outline.
 */
import { isAt, nameIn } from './address.ts';

const { pathname } = location;
const root = document.documentElement;

if (!root.dataset.mantineColorScheme) {
  root.dataset.mantineColorScheme = isDark() ? 'dark' : 'light';
}
const menu = [...document.querySelectorAll<HTMLAnchorElement>('.place[href^="/"]')];
const isWithin = ({ pathname: at }: HTMLAnchorElement) =>
  isAt(pathname, at) || isAt(pathname, `${at}/`);
menu.find((place) => isWithin(place))?.setAttribute('aria-current', 'page');
for (const outline of document.querySelectorAll<HTMLElement>('.arriving')) {
  const title = outline.querySelector('.arriving-title');
  outline.hidden = !isAt(pathname, outline.dataset.at ?? '');
  if (title?.textContent === '') title.textContent = nameIn(pathname);
}

/** As Mantine decides it. */
function isDark(): boolean {
  const chosen = choice();
  if (chosen === 'dark' || chosen === 'light') return chosen === 'dark';
  return matchMedia('(prefers-color-scheme: dark)').matches;
}

// A browser may refuse the storage.
function choice(): string | null {
  try {
    return localStorage.getItem('mantine-color-scheme-value');
  } catch {
    return null;
  }
}
