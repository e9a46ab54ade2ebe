import { broken, type Check, ok, run, say, unknown } from '../../../shared/manage/doctor/check.ts';

export interface CodePorts {
  /** The hash of each function's code by its name, as it was deployed. */
  deployedCode: () => Promise<ReadonlyMap<string, string>>;
  /** The same, as this checkout would deploy it. */
  checkoutCode: () => Promise<ReadonlyMap<string, string>>;
  /** The command that brings the code there. */
  deployCommand: () => Promise<string>;
}

export const bundlesOlderThanCode: Check<CodePorts> = {
  code: 'bundles-older-than-code',
  why: 'The deployment does not have the fixes and the settings that only this checkout has',
  async find({ deployedCode, checkoutCode, deployCommand }) {
    const [deployed, checkout, command] = await Promise.all([
      deployedCode(),
      checkoutCode(),
      deployCommand(),
    ]);
    const compared = [...deployed].filter(([name]) => checkout.has(name));
    if (compared.length === 0) return unknown('The stack has no function that this checkout knows');
    const other = compared.filter(([name, hash]) => checkout.get(name) !== hash);
    if (other.length === 0) return ok(`${compared.length} functions run the code of this checkout`);
    const names = other.map(([name]) => name).join(', ');
    return broken(
      `${names}: the code that runs is not that of this checkout`,
      say('Deploy this code; if this checkout is the older one, update it first'),
      run(command),
    );
  },
};
