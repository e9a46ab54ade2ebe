/** The account of the tab, and the one that a new tab begins with. */
const storageKey = 'postrider-account';

/** The account of this tab, which `?account=ID` chooses; null if it is the one that opens first. A tab keeps its account. */
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
