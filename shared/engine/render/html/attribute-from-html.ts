import { Parser } from 'htmlparser2';

/** What a piece of HTML is as an attribute's value: its entities decoded, by an attribute's rules. */
export function attributeFromHtml(html: string): string {
  let value = '';
  const parser = new Parser({ onattribute: (_name, decoded) => (value = decoded) });
  parser.end(`<a href="${html.replaceAll('"', '&quot;')}">`);
  return value;
}
