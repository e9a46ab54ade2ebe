/** The mail without the marks of its conditional comments, whose insides are HTML to Outlook. */
export function asOutlookReads(html: string): string {
  return html.replace(/<!--\[if\b[^>]*>(?:<!-->)?/gi, '').replace(/(?:<!--)?<!\[endif\]-->/gi, '');
}
