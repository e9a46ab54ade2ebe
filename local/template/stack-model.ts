import { type Api, readApi } from './api.ts';
import type { Assembly } from './assembly.ts';
import { type EventRoutes, readEventRoutes } from './event-rules.ts';
import { type LambdaFunction, readFunctions } from './functions.ts';
import { readTables, type Table } from './tables.ts';
import { readUsagePlans, type UsagePlan } from './usage-plans.ts';

/** Everything of the stack that runs on this machine. */
export interface StackModel {
  api: Api;
  /** By ARN. */
  functions: Map<string, LambdaFunction>;
  tables: Table[];
  events: EventRoutes;
  usagePlans: UsagePlan[];
  outputs: Record<string, string>;
}

/** Reads the stack. Throws a `Failure` for the first thing in it that the local run does not know. */
export function readStack(assembly: Assembly): StackModel {
  const { template } = assembly;
  const functions = readFunctions(assembly);
  const arns = new Map([...functions.values()].map(({ name, arn }) => [name, arn]));
  return {
    api: readApi(template),
    functions,
    tables: readTables(template),
    events: readEventRoutes(template, arns),
    usagePlans: readUsagePlans(template),
    outputs: template.outputs(),
  };
}
