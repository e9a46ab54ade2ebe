import { createInterface } from 'node:readline/promises';

/**
 * Asks at a terminal whether to go on; anything but `y` or `yes` is no. Null where nobody can be
 * asked, because stdin or stderr is no terminal.
 */
export async function confirm(question: string): Promise<boolean | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null;
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await reader.question(`${question} [y/N] `)).trim());
  } finally {
    reader.close();
  }
}
