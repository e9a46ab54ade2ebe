import { printTable } from '../../harness/print-table.ts';
import type { Findings } from '../findings.ts';
import { goalText } from '../findings.ts';
import { functionMb, type MemoryUse } from './run.ts';

export function memoryFindings(found: readonly MemoryUse[]): Findings {
  const cases = found.map((use) => ({ ...use, holds: use.peakMb < functionMb }));
  const rows = cases.map(({ name, firstMb, peakMb, ms, holds }) => [
    name,
    Math.round(firstMb),
    Math.round(peakMb),
    Math.round(ms),
    goalText(`< ${functionMb}`, holds),
  ]);
  const head = ['', 'peak after the first, MB', 'peak, MB', 'a send, ms', 'goal, MB'];
  return { cases, text: `${printTable(head, rows)}\n` };
}
