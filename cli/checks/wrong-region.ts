import { partitionOf } from '../../lib/partition.ts';
import { type AwsFaultKind, awsFault } from '../../shared/adapters/aws-fault.ts';
import { broken, ok, open, run, say } from '../../shared/manage/doctor/check.ts';
import { cli } from '../../shared/manage/doctor/where.ts';
import type { DoctorCheck } from './ports.ts';

/** As of November 2026: https://docs.aws.amazon.com/general/latest/gr/ses.html */
const sesRegions: readonly string[] = [
  ...['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'ca-central-1', 'ca-west-1'],
  ...['sa-east-1', 'af-south-1', 'il-central-1', 'me-central-1', 'me-south-1'],
  ...['ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-south-1', 'ap-south-2'],
  ...['ap-southeast-1', 'ap-southeast-2', 'ap-southeast-3', 'ap-southeast-5'],
  ...['eu-central-1', 'eu-central-2', 'eu-north-1', 'eu-south-1'],
  ...['eu-west-1', 'eu-west-2', 'eu-west-3'],
];

/** Checks whether this region can have a deployment. */
export const wrongRegion: DoctorCheck<'region' | 'askSes'> = {
  code: 'wrong-region',
  why: 'A deployment sends with the SES of its region, and exists only there',
  async find({ region, askSes }) {
    const name = await region();
    if (name === null) return broken('No region is set', ...setOne);
    const partition = partitionOf(name);
    if (partition !== 'aws') {
      return broken(
        `${name} belongs to the partition ${partition}, and postrider runs only in the partition aws`,
        ...chooseAnother,
      );
    }
    try {
      await askSes();
    } catch (error) {
      // If SES refuses the call, the region has SES. A region without SES has no host of this name; if the
      // region is known to have SES, the network is at fault.
      const { kind } = awsFault(error);
      if (kind === 'no such host' && !sesRegions.includes(name)) {
        return broken(`There is no SES in ${name}`, ...chooseAnother);
      }
      if (unanswered.has(kind)) throw error;
    }
    return ok(name);
  },
};

/** Faults that prove nothing about SES, because AWS has not answered. */
const unanswered: ReadonlySet<AwsFaultKind> = new Set([
  'no credentials',
  'expired',
  'no answer',
  'no such host',
  'untrusted',
  'not AWS',
]);

const chooseAnother = [
  say('Deploy to a region that has SES'),
  open('https://docs.aws.amazon.com/general/latest/gr/ses.html'),
  run(cli('deploy', { options: ' --region eu-central-1' })),
];

const setOne = [
  say('Name a region with --region, in AWS_REGION, or in the profile'),
  run('aws configure set region eu-central-1'),
];
