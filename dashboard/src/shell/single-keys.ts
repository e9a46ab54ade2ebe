import { openNew } from '../parts/use-asked-for-new.ts';
import { goToKeys } from './places.ts';
import { searchField } from './shortcuts.ts';

interface SingleKeys {
  goTo: (place: string) => void;
  help: () => void;
}

/** In milliseconds: how long `g` waits for its letter. */
const pauseMs = 1_500;

/** Does what a key is for, and returns false if it is for nothing here. `at` is the event's time in milliseconds. */
export function singleKeys({ goTo, help }: SingleKeys) {
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
