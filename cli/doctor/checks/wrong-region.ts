import { partitionOf } from '../../../lib/partition.ts';
import { type AwsFaultKind, awsFault } from '../../../shared/adapters/aws-fault.ts';
import { broken, type Check, ok, open, run, say } from '../../../shared/manage/doctor/check.ts';
import { cli } from '../../../shared/manage/doctor/where.ts';
import { sesRegions } from './regions.ts';

export interface RegionPorts {
  /** The region that is asked; null where none is named and none is configured. */
  region: () => Promise<string | null>;
  /** Asks SES in that region for anything: only whether it is there matters. */
  askSes: () => Promise<unknown>;
}

export interface StackRegionPorts extends RegionPorts {
  stack: string;
  /** Whether the region has the stack. */
  hasStack: () => Promise<boolean>;
  /** The other regions that have it. */
  regionsOfStack: () => Promise<string[]>;
}

/** Before there is a stack: whether this region can have one. */
export const regionWithoutSes: Check<RegionPorts> = {
  code: 'wrong-region',
  why: 'A deployment sends by the SES of its own region, and is found there alone',
  async find({ region, askSes }) {
    const name = await region();
    if (name === null) return broken('No region is set', ...setOne);
    const partition = partitionOf(name);
    if (partition !== 'aws') {
      return broken(
        `${name} belongs to the partition ${partition}, and postrider runs in the partition aws alone`,
        ...chooseAnother,
      );
    }
    try {
      await askSes();
    } catch (error) {
      // Its own refusals prove that it is there. A region without SES has no host of this name; where one
      // is known to have it, it is the network that knows nothing.
      const { kind } = awsFault(error);
      if (kind === 'no such host' && !sesRegions.includes(name)) {
        return broken(`There is no SES in ${name}`, ...chooseAnother);
      }
      if (unanswered.has(kind)) throw error;
    }
    return ok(name);
  },
};

/** With a stack: whether it is in this region, or in which other. */
export const wrongRegion: Check<StackRegionPorts> = {
  ...regionWithoutSes,
  async find(ports) {
    const without = await regionWithoutSes.find(ports);
    if (without.status !== 'ok' || (await ports.hasStack())) return without;
    const [elsewhere, ...more] = await ports.regionsOfStack();
    if (elsewhere === undefined) return without;
    return broken(
      `The stack ${ports.stack} is in ${[elsewhere, ...more].join(' and ')}, not in ${without.found}`,
      say('Name its region'),
      run(cli('doctor', { options: ` --stack ${ports.stack} --region ${elsewhere}` })),
    );
  },
};

/** What proves nothing about SES, because AWS has not answered. */
const unanswered: ReadonlySet<AwsFaultKind> = new Set([
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
  say('Name it with --region, in AWS_REGION, or in the profile'),
  run('aws configure set region eu-central-1'),
];
