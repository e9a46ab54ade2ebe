import type { KeptMail } from '../mails/kept-mails.ts';
import { filesOf } from '../mails/mail-files.ts';

/** A click on a link opens a new page, because the frame shows only the mail. */
const beforeMail = '<!doctype html><base target="_blank">';

/** A mail's HTML for its frame, whose policy allows only `data:` pictures: each `cid:` address becomes one. */
export function framed(mail: KeptMail): string {
  const pictures = new Map(
    filesOf(mail)
      .filter(({ cid, type }) => cid !== undefined && isPicture(type))
      .map(({ cid, type, content }) => [cid, `data:${type};base64,${content}`]),
  );
  const shown = (mail.body.html ?? '').replace(
    /(["'(=]\s*)cid:([^"'()\s<>]+)/gi,
    (whole, before: string, cid: string) => {
      const picture = pictures.get(decoded(cid));
      return picture === undefined ? whole : before + picture;
    },
  );
  return beforeMail + shown;
}

function isPicture(type: string): boolean {
  return /^image\/[a-z0-9.+-]+$/i.test(type);
}

/** A Content-ID in an address may be percent-encoded (RFC 2392). */
function decoded(cid: string): string {
  try {
    return decodeURIComponent(cid);
  } catch {
    return cid;
  }
}
