import { wireId } from './eml.ts';
import { headerOf, type KeptMail } from './kept-mails.ts';

/** The mails of a conversation, oldest first: they name each other or the same mail in `In-Reply-To`, `References`. */
export function threadOf(mail: KeptMail, all: readonly KeptMail[]): KeptMail[] {
  const idsOfAll = all.map(idsOf);
  const ids = new Set(idsOf(mail));
  for (let known = 0; known < ids.size; ) {
    known = ids.size;
    for (const others of idsOfAll) {
      if (others.some((id) => ids.has(id))) for (const id of others) ids.add(id);
    }
  }
  return all.filter((other) => ids.has(wireId(other)));
}

export function isReply(mail: KeptMail): boolean {
  return namedIds(mail).length > 0;
}

/** The ids by which a mail belongs to a conversation. */
function idsOf(mail: KeptMail): string[] {
  return [wireId(mail), ...namedIds(mail)];
}

/** The ids in angle brackets in the mail's headers. An id of SES, of any region, is as `wireId` writes it. */
function namedIds(mail: KeptMail): string[] {
  const named = `${headerOf(mail, 'in-reply-to') ?? ''} ${headerOf(mail, 'references') ?? ''}`;
  return [...named.matchAll(/<([^<>\s]+)>/g)].map(([, id = '']) =>
    id.replace(/@[a-z0-9-]+\.amazonses\.com$/, '@email.amazonses.com'),
  );
}
