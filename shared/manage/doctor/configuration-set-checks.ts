import type { SesConfigurationSet } from '../../adapters/ses/ses-told.ts';
import { broken, type Check, type FixStep, ok, run, say } from './check.ts';
import { NotKnown } from './not-known.ts';
import type { SendingPorts } from './sending-ports.ts';

/** The SES events that the service records after it sent a mail. */
const recorded = ['DELIVERY', 'BOUNCE', 'COMPLAINT', 'REJECT', 'DELIVERY_DELAY'];

export const eventDestinationMissing: Check<SendingPorts> = {
  code: 'event-destination-missing',
  why: 'Without it postrider does not learn which mails bounced, and suppresses no address',
  async find({ where, configurationSetName, configurationSet }) {
    const [{ region }, name, set] = await Promise.all([
      where(),
      configurationSetName(),
      configurationSet(),
    ]);
    if (!set) throw new NotKnown(`SES has no configuration set ${name} in ${region}`);
    const ours = set.destinations.filter(({ eventBridge }) => eventBridge);
    const told = ours.filter(({ enabled }) => enabled).flatMap(({ events }) => events);
    const missing = recorded.filter((event) => !told.includes(event));
    if (missing.length === 0)
      return ok('SES reports deliveries, bounces and complaints to EventBridge');
    const [there] = ours;
    if (!there) {
      return broken(
        `The configuration set ${name} does not report to EventBridge`,
        say('Create the event destination for its reports again'),
        createDestination(name, region),
      );
    }
    return broken(
      there.enabled
        ? `The configuration set ${name} does not report ${missing.join(', ')}`
        : `The reports of the configuration set ${name} are switched off`,
      say('Switch all its reports on again'),
      run(`aws sesv2 update-configuration-set-event-destination ${described(name, there, region)}`),
    );
  },
};

/** The command that makes SES report to EventBridge's default bus, the only bus that SES can report to. */
function createDestination(name: string, region: string): FixStep {
  const words = described(name, { name: 'postrider' }, region);
  return run(`aws sesv2 create-configuration-set-event-destination ${words}`);
}

function described(
  set: string,
  { name }: Pick<SesConfigurationSet['destinations'][number], 'name'>,
  region: string,
): string {
  const account = '$(aws sts get-caller-identity --query Account --output text)';
  const bus = `arn:aws:events:${region}:${account}:event-bus/default`;
  const destination = `Enabled=true,MatchingEventTypes=[${recorded.join(',')}],EventBridgeDestination={EventBusArn=${bus}}`;
  return `--configuration-set-name ${set} --event-destination-name ${name} --event-destination "${destination}" --region ${region}`;
}

export const configurationSetMissing: Check<SendingPorts> = {
  code: 'configuration-set-missing',
  why: 'Every mail names the configuration set, and SES refuses a mail that names a missing one',
  async find({ where, configurationSetName, configurationSet }) {
    const [{ region }, name, found] = await Promise.all([
      where(),
      configurationSetName(),
      configurationSet(),
    ]);
    if (found) return ok(name);
    return broken(
      `SES has no configuration set ${name} in ${region}`,
      say('Create it again, with an event destination for its reports'),
      run(`aws sesv2 create-configuration-set --configuration-set-name ${name} --region ${region}`),
      createDestination(name, region),
    );
  },
};
