const storageKey = 'postrider-account';

/** The account that `?account=ID` chose for this tab; null: the one that opens first. */
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

export function forgetAccount(): void {
  sessionStorage.removeItem(storageKey);
  localStorage.removeItem(storageKey);
}
