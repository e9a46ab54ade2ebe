import { broken, type Check, ok, run, say } from './check.ts';
import { type ConfigurationSetPorts, createDestination } from './event-destination-missing.ts';

export const configurationSetMissing: Check<ConfigurationSetPorts> = {
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
