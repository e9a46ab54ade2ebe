import { openNew } from '../parts/use-asked-for-new.ts';
import { goToKeys } from './places.ts';

const isApple = /mac|iphone|ipad/i.test(navigator.platform);

export const commandKey = isApple ? '⌘' : 'Ctrl';

const withCommand = (key: string, does: string) => ({
  ...{ keys: [commandKey, key], does, isSingle: false },
});
/** Works only outside of a field. */
const single = (does: string, ...keys: string[]) => ({ keys, does, isSingle: true });

export const shortcuts = [
  withCommand('K', 'Go to a page, a template or a message'),
  withCommand('S', 'Save the draft'),
  withCommand('Z', 'Undo in the source and in the flow'),
  withCommand('F', 'Find in the source, with the cursor in it'),
  single('Show the code, both, or the mail', '1', '2', '3'),
  single('Go to the templates; the palette shows the letter of each page', 'g', 't'),
  single('New template, key, webhook or suppressed address, on its page', 'n'),
  single('Next or previous row of a list', 'j', 'k'),
  single('Go to the search of the page', '/'),
  single('Show these keys', '?'),
];

const offKey = 'postrider-single-keys';

// A person who speaks to the browser can switch them off: WCAG 2.1.4.
export const areSingleKeysOn = (): boolean => localStorage.getItem(offKey) !== 'off';

export function switchSingleKeys(on: boolean): void {
  if (on) localStorage.removeItem(offKey);
  else localStorage.setItem(offKey, 'off');
}

const searchField = (): HTMLInputElement | null =>
  document.querySelector(
    '#page input[type="search"], #page [role="searchbox"], #page [data-search]',
  );

// A radio button and a check box keep the focus after a click, and take no text.
const fields =
  'input:not([type="radio"], [type="checkbox"]), textarea, select, dialog, [role="dialog"], [role="menu"]';

export function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.closest(fields) !== null)
  );
}

/** In milliseconds: how long `g` waits for its letter. */
const pauseMs = 1_500;

/** Does what a key is for, and returns false if it is for nothing here. `at` is the event's time in milliseconds. */
export function singleKeys({ goTo, help }: { goTo: (place: string) => void; help: () => void }) {
  let goAt = Number.NEGATIVE_INFINITY;
  return (key: string, at: number): boolean => {
    const place = at - goAt < pauseMs ? goToKeys.get(key) : undefined;
    goAt = key === 'g' ? at : Number.NEGATIVE_INFINITY;
    if (place !== undefined) goTo(place);
    else if (key === '?') help();
    else if (key === '/') return goToSearch();
    else if (key === 'n') return openNew();
    else if (key === 'j') return goToRow(1);
    else if (key === 'k') return goToRow(-1);
    else return key === 'g';
    return true;
  };
}

function goToSearch(): boolean {
  const field = searchField();
  field?.focus();
  field?.select();
  return field !== null;
}

/** The first link or button of the next row of the page's list, or of the one before. */
function goToRow(step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll('#page tbody > tr, #page .rows > *')];
  const stops = rows.flatMap((row) => [...row.querySelectorAll<HTMLElement>(controls)].slice(0, 1));
  const here = rows.findIndex((row) => row.contains(document.activeElement));
  const at = stops.findIndex((stop) => rows[here]?.contains(stop));
  const next = here < 0 ? stops[0] : stops[at + step];
  next?.focus();
  return next !== undefined;
}

const controls = 'a[href], button:not(:disabled)';
