const key = 'postrider-test-address';

/** The address that the last test mail went to, on this browser. */
export function lastTestAddress(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function rememberTestAddress(address: string): void {
  try {
    localStorage.setItem(key, address);
  } catch {
    // The next dialogue only begins without a proposal.
  }
}
