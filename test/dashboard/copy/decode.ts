import { Parser } from 'htmlparser2';

/** The text that a browser shows for HTML without tags. */
export function decode(html: string): string {
  let text = '';
  const parser = new Parser({
    ontext: (data) => {
      text += data;
    },
  });
  parser.end(html);
  return text;
}
