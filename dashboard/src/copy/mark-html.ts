import type { Run } from './copy-runs.ts';

/**
 * A copy of an HTML with a comment before each segment of each run, and one behind each run, by which the preview finds
 * them. A comment is `TOKEN RUN.SEGMENT`, or `TOKEN RUN.end`.
 *
 * @param token a random text, so that no mail can contain such a comment
 */
export function markHtml(html: string, runs: readonly Run[], token: string): string {
  const pieces: string[] = [];
  let at = 0;
  const mark = (to: number, name: string) => {
    pieces.push(html.slice(at, to), `<!--${token} ${name}-->`);
    at = to;
  };
  for (const [number, { segments }] of runs.entries()) {
    for (const [index, { from }] of segments.entries()) mark(from, `${number}.${index}`);
    mark(segments.at(-1)?.to ?? at, `${number}.end`);
  }
  return pieces.join('') + html.slice(at);
}
