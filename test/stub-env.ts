import { vi } from 'vitest';

/**
 * Sets environment variables of this process until `vi.unstubAllEnvs()`. It does not replace `process.env`: a worker runs
 * many test files, and in the next ones a variable of a replaced `process.env`, such as TZ, would change nothing.
 */
export function stubEnv(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}
