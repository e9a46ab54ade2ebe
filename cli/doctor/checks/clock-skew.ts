import { broken, type Check, ok, run, say, unknown } from '../../../shared/manage/doctor/check.ts';
import type { CallerIdentity } from '../../aws/caller-identity.ts';

/**
 * How far a clock may be off: AWS refuses what was signed more than five minutes ago, or in advance.
 *
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-troubleshooting.html
 */
const maxSkewMs = 5 * 60 * 1000;

export const clockSkew: Check<{ caller: () => Promise<Pick<CallerIdentity, 'clockAheadMs'>> }> = {
  code: 'clock-skew',
  why: 'AWS refuses what a clock that is five minutes off has signed',
  async find({ caller }) {
    const { clockAheadMs } = await caller();
    if (clockAheadMs === null) return unknown('AWS did not tell the time');
    const minutes = Math.round(Math.abs(clockAheadMs) / 60_000);
    if (Math.abs(clockAheadMs) < maxSkewMs) return ok('The clock agrees with that of AWS');
    return broken(
      `The clock of this machine is ${minutes} minutes ${clockAheadMs > 0 ? 'fast' : 'slow'}`,
      say('Let the network set it: the first command is for Linux, the second for macOS'),
      run('sudo timedatectl set-ntp true'),
      run('sudo sntp -sS time.apple.com'),
    );
  },
};
