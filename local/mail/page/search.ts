import type { KeptMail } from '../mails/kept-mails.ts';

export const pageSize = 100;

export interface MailSearch {
  /** Words that a mail's subject or addresses contain, in any case; if empty, the list has all mails. */
  words: string;
  /** The number of the page; page 1 has the newest mails. */
  page: number;
}

export function readSearch({ searchParams }: URL): MailSearch {
  const page = Number(searchParams.get('page') ?? 1);
  return {
    words: (searchParams.get('q') ?? '').trim(),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
  };
}

export function withSearch(path: string, { words, page }: MailSearch): string {
  const query = new URLSearchParams({
    ...(words && { q: words }),
    ...(page > 1 && { page: String(page) }),
  }).toString();
  return query ? `${path}?${query}` : path;
}

export function found(mails: readonly KeptMail[], { words }: MailSearch): KeptMail[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return mails
    .filter((mail) => {
      const text = searchable(mail).toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .toReversed();
}

function searchable({ subject, from, destination: { to, cc, bcc } }: KeptMail): string {
  return [subject, from, ...to, ...cc, ...bcc].join('\n');
}
