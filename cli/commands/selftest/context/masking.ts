import { createHash } from 'node:crypto';

/** Longer texts are recorded as their length and their hash. */
const maxCharacters = 4000;

const apiKey = /pr_(test_)?[0-9A-Za-z]{36}/g;

/** Texts that differ from run to run or are private, and their replacements. */
const masks: readonly (readonly [pattern: RegExp, mask: string])[] = [
  [apiKey, '<key>'],
  [/\bacc_[0-9A-Za-z]{16}\b/g, '<account id>'],
  [/\bkey_[0-9A-Za-z]{16}\b/g, '<key id>'],
  [/\b[0-9a-f]{16}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}-\d{6}\b/g, '<SES message id>'],
  // The local run's mail server makes these ids.
  [/\bses-\d+\b/g, '<SES message id>'],
  [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '<uuid>'],
  [/\b[0-7][0-9A-HJKMNP-TV-Z]{25,26}\b/g, '<message id>'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z?/g, '<time>'],
  [/\b\d{8}T\d{9}Z/g, '<time>'],
  [/\b[0-9a-z]{10}\.execute-api\.[a-z0-9-]+\.amazonaws\.com\b/g, '<API host>'],
  [/\b\d{12}\b/g, '<AWS account>'],
];

/** Addresses of the mailbox simulator and of example domains are not private. */
const address = /[^\s<>"',;:()@]+@([\w.-]+\.\w+)/g;
const publicDomain = /(^|\.)(simulator\.amazonses\.com|example(\.(com|org|net))?)$/i;

/** Headers with an id or a time that differs for each answer. */
const varyingHeaders: ReadonlySet<string> = new Set([
  ...['date', 'x-request-id', 'x-amzn-requestid', 'x-amz-apigw-id', 'x-amzn-trace-id'],
  ...['x-amz-cf-id', 'x-amz-cf-pop', 'via', 'x-amzn-remapped-date', 'content-length', 'age'],
]);

/** A text without the secrets of API keys. */
export const withoutKeys = (text: string) => text.replace(apiKey, '<key>');

/**
 * Replaces secrets, ids, times and people's addresses in a text, and a text that is too long by its length and hash.
 */
export function masked(text: string): string {
  // A body of megabytes contains no private text, and searching it would take hours.
  if (text.length > maxCharacters) {
    const hash = createHash('sha256').update(text).digest('hex').slice(0, 16);
    return `<${text.length} characters, SHA-256 ${hash}…>`;
  }
  return masks
    .reduce((left, [pattern, mask]) => left.replace(pattern, mask), text)
    .replace(address, (whole, domain: string) => (publicDomain.test(domain) ? whole : '<address>'));
}

/** Masks headers and sorts them by name. The value of a header that differs each time becomes `<differs>`. */
export function maskedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const pairs = Object.entries(headers).map(([name, value]) => {
    const shown = name.toLowerCase() === 'authorization' ? '<key>' : masked(value);
    return [
      name.toLowerCase(),
      varyingHeaders.has(name.toLowerCase()) ? '<differs>' : shown,
    ] as const;
  });
  return Object.fromEntries(pairs.sort(([one], [other]) => (one < other ? -1 : 1)));
}
