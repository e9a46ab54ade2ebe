import { broken, ok } from '../../../shared/manage/doctor/check.ts';
import type { Step } from '../step.ts';

export const newKey: Step = {
  code: 'new-key',
  asks: 'How soon API Gateway knows the key of a new account, and what it answers until then',
  costs: { requests: 20 },
  lasts: 'seconds, at most 2 minutes',
  leaves: 'nothing',
  async run(bench) {
    const { problem, ms, refused } = await bench.readiness();
    if (problem !== null) return broken(`The new key was not ready: ${problem}`);
    const before = refused === 0 ? '' : `, after ${refused} answers of 503`;
    return ok(`A new key worked ${(ms / 1000).toFixed(1)} seconds after it was made${before}`);
  },
};
