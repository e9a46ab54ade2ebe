/** A browser leaves tabs and line breaks out of an address (URL Standard, 4.4). */
const lineBreaks = /[\t-\r\x85\u2028\u2029]/g;

/** What a link's address looks like in a text; empty where there is nothing to go to. */
export function shownAddress(href: string): string {
  const address = href.replace(lineBreaks, '').trim();
  if (address.startsWith('#') || /^javascript:/i.test(address)) return '';
  if (/^mailto:/i.test(address)) return address.slice('mailto:'.length).replace(/\?.*$/s, '');
  return /^(tel|sms):/i.test(address) ? address.slice('tel:'.length) : address;
}

/** Whether a link's words are its address already, perhaps in a shorter form. */
export function isAddress(words: string, href: string): boolean {
  const address = shownAddress(href);
  if (/^\s*(tel|sms):/i.test(href)) {
    const digits = words.replace(/\D/g, '');
    return digits !== '' && address.replace(/\D/g, '').endsWith(digits);
  }
  return bare(words) === bare(address);
}

function bare(address: string): string {
  return address
    .trim()
    .toLowerCase()
    .replace(/^(https?:)?\/\//, '')
    .replace(/^www\./, '')
    .replace(/\/$/, '');
}
