import { Stack } from 'aws-cdk-lib';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/**
 * The most bytes that all variables of a function may have together, as JSON.
 *
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
const most = 4096;

/**
 * Says which function would get more variables than Lambda allows; undefined if none would. Only the senders and the
 * buckets of attachments can be so long. The names that AWS gives to resources count with their greatest length.
 */
export function variablesProblem(functions: readonly LambdaFunction[]): string | undefined {
  for (const fn of functions) {
    const { environment } = fn.node.defaultChild as CfnFunction;
    const stack = Stack.of(fn);
    const bytes = length(stack.resolve(environment), stack.stackName);
    if (bytes > most) {
      return `senders must be fewer: the variables of the function ${fn.node.id} could have ${bytes} bytes with them, and Lambda allows ${most}. A domain covers its addresses and subdomains; fewer attachmentBuckets and a shorter stackName help, too`;
    }
  }
  return undefined;
}

/** The greatest length of a value as JSON. */
function length(value: unknown, stackName: string): number {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null).length;
  const sum = (parts: readonly unknown[]) =>
    parts.reduce<number>((all, part) => all + length(part, stackName), 0);
  const entries = Object.entries(value);
  const [[name, given] = ['', undefined]] = entries;
  if (name === 'Fn::Join' && Array.isArray(given)) return sum([given[0], ...given[1]]);
  // CloudFormation makes a name of the stack's name, the logical id and 12 characters.
  const madeUp = (id: unknown) => stackName.length + String(id).length + 14;
  if (name === 'Ref') return madeUp(given);
  // An ARN. Names of queues and roles have at most 80 characters.
  if (name.startsWith('Fn::')) return 60 + Math.min(80, madeUp([given].flat()[0]));
  return entries.reduce((all, [key, one]) => all + key.length + 4 + length(one, stackName), 0);
}
