import type { KeyboardEvent } from 'react';

/** The attribute of the link that opens a row. */
export const rowLink = { 'data-row-link': '' };

const links = (around: Element) => [...around.querySelectorAll<HTMLElement>('[data-row-link]')];

/**
 * Moves the focus between rows: Arrow Down and Up, Home and End. Arrow Down in the search goes to the first row, and
 * Arrow Up in the first row back to the search.
 */
export function moveAmongRows(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget: list, target } = event;
  if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
  const rows = links(list);
  const search = list.querySelector<HTMLElement>('[data-template-search]');
  const isSearch = target === search;
  const at = rows.findIndex((link) => link.closest('[data-row]')?.contains(target));
  if ((!isSearch && at < 0) || target.closest('[role="menu"]')) return;
  const to = destination(key, { at: isSearch ? -1 : at, rows, search });
  if (!to || to === target) return;
  event.preventDefault();
  to.focus();
}

interface Place {
  /** -1 for the search. */
  at: number;
  rows: readonly HTMLElement[];
  search: HTMLElement | null;
}

function destination(key: string, { at, rows, search }: Place): HTMLElement | null | undefined {
  switch (key) {
    case 'ArrowDown':
      return rows[at + 1];
    case 'ArrowUp':
      return at > 0 ? rows[at - 1] : search;
    // In the search, Home and End move the cursor.
    case 'Home':
      return at < 0 ? null : rows[0];
    case 'End':
      return at < 0 ? null : rows.at(-1);
    default:
      return null;
  }
}
