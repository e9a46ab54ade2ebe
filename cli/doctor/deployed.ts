import { NotKnown } from '../../shared/manage/doctor/not-known.ts';
import { once } from '../../shared/manage/doctor/once.ts';
import type { StackReader } from '../aws/stack-description.ts';
import { codeInTemplate, functionName, wantsRecovery } from './checkout-code.ts';

/** What is deployed, as far as a stack and its functions tell; each is asked once. */
export type Deployed = ReturnType<typeof readDeployed>;

/**
 * Reads what is deployed, when it is asked for. What cannot be told because there is no such stack, or
 * none of ours, throws `NotKnown`.
 */
export function readDeployed(
  reader: StackReader,
  {
    stack,
    environmentOf,
  }: {
    stack: string;
    /** The environment of a function by its name at Lambda. */
    environmentOf: (name: string) => Promise<Record<string, string>>;
  },
) {
  const description = once(reader.describe);
  const template = once(async () => {
    await output('BaseUrl');
    return reader.template();
  });
  const variables = once(async () => {
    await output('BaseUrl');
    const resources = await reader.resources();
    const execute = resources.find(
      ({ type, logicalId }) =>
        type === 'AWS::Lambda::Function' && functionName(logicalId) === 'Execute',
    );
    if (!execute) throw new NotKnown(`The stack ${stack} has no function Execute`);
    return environmentOf(execute.physicalId);
  });
  const outputs = async () => {
    const found = await description();
    if (!found) throw new NotKnown(`There is no stack ${stack} to look at`);
    return found.outputs;
  };
  const output = async (name: string) => {
    const value = (await outputs())[name];
    if (value) return value;
    throw new NotKnown(`The stack ${stack} has no output ${name}: it is none of postrider's`);
  };
  return {
    description,
    output,
    /** Undefined where the stack has none of this name. */
    optionalOutput: async (name: string) => (await outputs())[name],
    /** An environment variable of the function that sends. */
    variable: async (name: string) => (await variables())[name] ?? '',
    code: async () => codeInTemplate(await template()),
    wantsRecovery: async () => wantsRecovery(await template()),
  };
}
