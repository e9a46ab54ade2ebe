/** What a browser reads where Outlook reads the same mail: what stands in conditional comments is HTML to it. */
export function asOutlookReads(html: string): string {
  return html.replace(/<!--\[if\b[^>]*>(?:<!-->)?/gi, '').replace(/(?:<!--)?<!\[endif\]-->/gi, '');
}
