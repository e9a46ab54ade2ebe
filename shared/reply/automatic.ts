/** A header of a mail: its name in lower case, and its value. */
export interface Header {
  key: string;
  value: string;
}

const listed = /^(?:bulk|junk|list|auto_reply)\b/i;
const mailers = /^(?:mailer-daemon|postmaster)@/i;

/**
 * Whether a program wrote a mail, such as a vacation notice, a bounce or a list: RFC 3834, and what mailers do besides.
 * `sender`: the envelope's, which is empty in a bounce.
 */
export function isAutomatic(
  headers: readonly Header[],
  { from, sender }: { from: string; sender: string },
): boolean {
  if (sender.replace(/[<>]/g, '') === '' || mailers.test(from)) return true;
  return headers.some(({ key, value: given }) => {
    const value = given.trim();
    switch (key) {
      case 'auto-submitted':
        return !/^no\b/i.test(value);
      case 'precedence':
        return listed.test(value);
      case 'x-autoreply':
      case 'x-autorespond':
        return true;
      case 'content-type':
        return /^multipart\/report\b/i.test(value);
      default:
        return false;
    }
  });
}
