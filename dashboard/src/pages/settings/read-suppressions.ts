import { maxNameCharacters } from '../../../../shared/engine/limits.ts';
import { parseAddress } from '../../../../shared/engine/verify/address.ts';
import { addressRefusals } from '../../../../shared/engine/verify/address-refusals.ts';
import type { SuppressionEntry } from '../../api/sending.ts';
import { readCsv } from '../../parts/csv.ts';

export const maxImported = 5000;

export interface RefusedLine {
  line: number;
  text: string;
  detail: string;
}

export interface ReadSuppressions {
  entries: (SuppressionEntry & { line: number })[];
  refused: RefusedLine[];
  /** How many lines name an address of an earlier line. */
  repeated: number;
}

const addressHeads = ['address', 'email', 'e-mail', 'email address', 'recipient'];
const noteHeads = ['note', 'detail', 'reason'];

/**
 * The addresses of a CSV file. With a line of heads it takes the column `address` or `email`, and for the note `note`,
 * `detail` or `reason`; otherwise the first column and the second.
 */
export function readSuppressionCsv(text: string): ReadSuppressions {
  const rows = readCsv(text);
  const heads = (rows[0]?.cells ?? []).map((cell) => cell.trim().toLowerCase());
  const columnOf = (names: readonly string[]) =>
    names.map((name) => heads.indexOf(name)).find((at) => at >= 0) ?? -1;
  const head = columnOf(addressHeads);
  const [addressAt, noteAt] = head < 0 ? [0, 1] : [head, columnOf(noteHeads)];
  const read: ReadSuppressions = { entries: [], refused: [], repeated: 0 };
  const seen = new Set<string>();
  for (const { line, cells } of head < 0 ? rows : rows.slice(1)) {
    // The dashboard's own files have an apostrophe before a formula.
    const address = (cells[addressAt] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
    const parsed = parseAddress(address);
    const refuse = (detail: string) => read.refused.push({ line, text: address, detail });
    if (!parsed.ok) refuse(addressRefusals[parsed.reason]);
    else if (seen.has(address.toLowerCase())) read.repeated += 1;
    else if (read.entries.length === maxImported) {
      refuse(`one file may add ${maxImported.toLocaleString('en')} addresses`);
    } else {
      seen.add(address.toLowerCase());
      read.entries.push({ line, address, note: noteOf(cells[noteAt]) });
    }
  }
  return read;
}

/** As the service takes it: on one line, and not too long. */
function noteOf(cell = ''): string | null {
  const line = cell
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .toWellFormed()
    .trim();
  return [...line].slice(0, maxNameCharacters).join('').trim() || null;
}
