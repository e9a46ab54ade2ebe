import type { Deployment } from '../deployment-file.ts';
import { variablesFor } from '../lambda/variables.ts';
import type { LambdaFunction } from '../template/functions.ts';

/** Where containers find the servers of the local run. */
export interface ContainerEndpoints {
  dynamodb: string;
  ses: string;
  apiGateway: string;
  /** `IP:port`; empty: the container's own resolver. */
  dns: string;
}

/**
 * The variables that `sam local --env-vars` sets, for all functions alike: those that the template
 * declares, with the values of the local run. Others sam would not set.
 */
export function samEnvironment(
  functions: Iterable<LambdaFunction>,
  { baseUrl: base, outputs }: Pick<Deployment, 'baseUrl' | 'outputs'>,
  endpoints: ContainerEndpoints,
): { Parameters: Record<string, string> } {
  const { Senders = '' } = outputs;
  const senders = Senders === 'none' ? [] : Senders.split(',');
  const all = [...functions].flatMap((fn) => {
    const values = variablesFor(fn, { endpoints: { ...endpoints, base }, senders });
    return Object.keys(fn.variables).map((name) => [name, values[name] ?? ''] as const);
  });
  return { Parameters: Object.fromEntries(all) };
}
