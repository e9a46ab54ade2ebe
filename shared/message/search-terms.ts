import { createHash } from 'node:crypto';

/** What a search can name exactly, and what never changes in a record. */
export interface ExactTerms {
  /** The address of a recipient, its domain in A-labels. */
  to?: string | undefined;
  /** The domain of a recipient, in A-labels. */
  domain?: string | undefined;
  reference?: string | undefined;
  templateId?: string | undefined;
  keyId?: string | undefined;
}

/** The terms of a search, in the form in which `termsOf` gives those of a record. */
export function askedTerms({ to, domain, reference, templateId, keyId }: ExactTerms): string[] {
  const asked = {
    to: to?.toLowerCase(),
    domain: domain?.toLowerCase(),
    ...{ reference, template: templateId, key: keyId },
  };
  return Object.entries(asked).flatMap(([kind, text]) => (text ? [`${kind} ${text}`] : []));
}

/** What a record has of what a search can name. */
export interface RecordTerms {
  addresses: readonly string[];
  reference?: string | undefined;
  templateId: string;
  keyId: string;
}

export function termsOf({ addresses, ...record }: RecordTerms): string[] {
  return [
    ...askedTerms(record),
    ...addresses.flatMap((to) => askedTerms({ to, domain: to.slice(to.lastIndexOf('@') + 1) })),
  ];
}

/** With this number of bits for each term and of hashes, a filter takes 1 of 100 other terms for its own. */
const bitsPerTerm = 10;
const hashes = 7;

/** An item of the table holds 400 KB. More terms than fit are taken for a filter's own more often. */
const maxFilterBytes = 200 * 1024;

/** A Bloom filter of terms. It contains hashes with the account's id, and no term can be read from it. */
export function filterOf(accountId: string, terms: ReadonlySet<string>): Uint8Array {
  const bytes = Math.max(1, Math.ceil((terms.size * bitsPerTerm) / 8));
  const filter = new Uint8Array(Math.min(bytes, maxFilterBytes));
  for (const term of terms) {
    for (const bit of bitsOf(accountId, term, filter)) {
      filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7));
    }
  }
  return filter;
}

/** False: the filter was certainly made without the term. */
export function mayHave(filter: Uint8Array, accountId: string, term: string): boolean {
  return bitsOf(accountId, term, filter).every(
    (bit) => ((filter[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0,
  );
}

function bitsOf(accountId: string, term: string, { length }: Uint8Array): number[] {
  const hash = createHash('sha256').update(`${accountId}\n${term}`).digest();
  const [start, step] = [hash.readUInt32BE(0), hash.readUInt32BE(4)];
  return Array.from({ length: hashes }, (_, times) => (start + times * step) % (length * 8));
}
