/** The sender of a new flow: the first address, else one at the first domain, else none. */
export function firstSender(identities: readonly string[]): string {
  const address = identities.find((identity) => identity.includes('@'));
  if (address !== undefined) return address;
  const domain = identities.find((identity) => identity !== '*');
  return domain === undefined ? '' : `hello@${domain}`;
}

/** Senders to suggest for `typed`: each address, and at each domain the part of `typed` before the @. */
export function senderSuggestions(identities: readonly string[], typed: string): string[] {
  const opening = /^(.*<)?\s*([^<>@\s]+)(@[^<>\s]*)?>?\s*$/.exec(typed);
  const [, name = '', local = 'hello'] = opening ?? [];
  const close = name === '' ? '' : '>';
  const all = identities
    .filter((identity) => identity !== '*')
    .map((identity) => (identity.includes('@') ? identity : `${local}@${identity}`))
    .map((address) => `${name}${address}${close}`);
  return [...new Set(all)];
}
