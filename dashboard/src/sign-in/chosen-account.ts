/** The account of the tab, and the one that a new tab begins with. */
const storageKey = 'postrider-account';

/**
 * The account that this tab shows; null if it is the one that opens first. `?account=ID` chooses it, and is removed
 * from the address. A tab keeps its account, and a new tab begins with the account that was chosen last.
 */
export function chosenAccount(): string | null {
  const { pathname, search, hash } = location;
  const query = new URLSearchParams(search);
  const asked = query.get('account');
  if (asked !== null) {
    query.delete('account');
    const rest = query.size > 0 ? `?${query}` : '';
    history.replaceState(history.state, '', `${pathname}${rest}${hash}`);
    localStorage.setItem(storageKey, asked);
  }
  const chosen = asked ?? sessionStorage.getItem(storageKey) ?? localStorage.getItem(storageKey);
  // Stored even if it is the account that opens first: a choice in another tab must not change this tab.
  sessionStorage.setItem(storageKey, chosen ?? '');
  return chosen || null;
}

/** The account that opens first is shown from the next load on. */
export function forgetAccount(): void {
  sessionStorage.removeItem(storageKey);
  localStorage.removeItem(storageKey);
}
