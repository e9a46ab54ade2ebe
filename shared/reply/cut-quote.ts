import { isMailersLine, isWroteLine, startsHeaderBlock, wroteLines } from './quote-words.ts';

/** A block of lines: of the quoted mail, with the lines that introduce it, or of the writer. */
interface Block {
  isQuote: boolean;
  lines: string[];
}

/**
 * The words of a reply's writer: its text without the quoted mail, its introduction, signature and the mailer's own
 * line. A form that is not known keeps its quote, and so does a reply between the quoted lines, which means nothing
 * without them. It takes linear time.
 */
export function cutQuote(text: string): string {
  const lines = withoutUnmarkedQuote(linesOf(text));
  const whole = blocksOf(lines);
  const blocks = whole.map(withoutEnd);
  const isOwn = ({ isQuote, lines }: Block) => !isQuote && hasWords(lines);
  const first = blocks.findIndex(({ isQuote }) => isQuote);
  const last = blocks.findLastIndex(({ isQuote }) => isQuote);
  if (blocks.slice(first + 1, Math.max(last, 0)).some(isOwn)) {
    const kept = [...whole.slice(0, -1), ...blocks.slice(-1)];
    return tidy(kept.flatMap((block) => block.lines));
  }
  return tidy(blocks.filter(isOwn).flatMap((block) => ['', ...block.lines]));
}

/** Spaces that mailers write in place of a plain one, and characters without a width. */
const oddSpaces = /[\u00a0\u2007\u202f\u3000]/g;
const widthless = /[\u200b\u2060\ufeff]/g;

function linesOf(text: string): string[] {
  return text.replace(widthless, '').split(/\r\n?|\n/);
}

/** A line as the patterns read it. */
const plain = (line: string) => line.replace(oddSpaces, ' ').trim();

const hasWords = (lines: readonly string[]) => lines.some((line) => plain(line) !== '');

/** Whether a mailer marked the line as quoted. */
const isMarked = (line: string) => /^ ?>/.test(line);

/** A line that only separates: underscores, hyphens, equals signs. */
const isRule = (line: string) => /^[_=*-]{5,}$/.test(line);

/** Removes lines from the end. */
function dropWhile(lines: string[], isDropped: (line: string) => boolean): void {
  while (lines.length > 0 && isDropped(plain(lines.at(-1) ?? ''))) lines.pop();
}

/** Cuts a quoted mail without marks: all that follows the lines that introduce it. */
function withoutUnmarkedQuote(lines: string[]): string[] {
  for (let at = 0; at < lines.length; at++) {
    if (isMarked(lines[at] ?? '')) continue;
    const next = lines.slice(at, at + 8).map(plain);
    const count = startsHeaderBlock(next) ? 0 : wroteLines(next);
    if (count === null || (count > 0 && isMarked(firstWords(lines, at + count)))) continue;
    const kept = lines.slice(0, at);
    dropWhile(kept, (line) => line === '' || isRule(line));
    // Nothing above such a line: the words may be below the quote.
    if (count === 0 || hasWords(kept)) return kept;
  }
  return lines;
}

const firstWords = (lines: readonly string[], from: number): string =>
  lines.slice(from, from + 4).find((line) => plain(line) !== '') ?? '';

/** The most lines that an introduction takes, and empty lines after it. */
const mostIntroduction = 3;
const mostEmpty = 2;

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (const line of lines) {
    const last = blocks.at(-1);
    const isQuote = isMarked(line);
    if (last?.isQuote === isQuote) {
      last.lines.push(line);
      continue;
    }
    const introduced = isQuote && last ? takeIntroduction(last.lines) : [];
    blocks.push({ isQuote, lines: [...introduced, line] });
  }
  return blocks;
}

/** Removes the introduction of a quote from the end of the lines before it, and returns it. */
function takeIntroduction(before: string[]): string[] {
  let end = before.length;
  while (end > before.length - mostEmpty && plain(before[end - 1] ?? '') === '') end--;
  for (let count = 1; count <= mostIntroduction && count <= end; count++) {
    if (wroteLines(before.slice(end - count, end).map(plain)) === count) {
      return before.splice(end - count);
    }
  }
  return isWroteLine(plain(before[end - 1] ?? '')) ? before.splice(end - 1) : [];
}

/** A signature without the space after its hyphens is one only if it is this short. */
const mostSignatureLines = 6;

/** A writer's block without the signature and the mailer's own lines at its end. */
function withoutEnd(block: Block): Block {
  if (block.isQuote) return block;
  const lines = [...block.lines];
  dropWhile(lines, (line) => line === '');
  const signature = lines.findIndex(
    (line, at) => line === '-- ' || (line === '--' && lines.length - at <= mostSignatureLines),
  );
  if (signature >= 0) lines.splice(signature);
  dropWhile(lines, (line) => line === '' || isMailersLine(line));
  return { ...block, lines };
}

/** No space at the end of a line, at most one empty line in a row, none at the ends. */
function tidy(lines: readonly string[]): string {
  const trimmed = lines.map((line) => line.replace(oddSpaces, ' ').trimEnd());
  return trimmed
    .filter((line, index) => line !== '' || trimmed[index - 1] !== '')
    .join('\n')
    .trim();
}
