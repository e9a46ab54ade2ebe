import { type Api, readApi } from './api.ts';
import type { Assembly } from './assembly.ts';
import { type LambdaFunction, readFunctions } from './functions.ts';
import { readTables, type Table } from './tables.ts';
import { readUsagePlans, type UsagePlan } from './usage-plans.ts';

/** Everything of the stack that runs on this machine. */
export interface StackModel {
  api: Api;
  /** By ARN. */
  functions: Map<string, LambdaFunction>;
  tables: Table[];
  usagePlans: UsagePlan[];
  outputs: Record<string, string>;
}

/** Reads the stack. Throws a `Failure` for the first thing in it that the local run does not know. */
export function readStack(assembly: Assembly): StackModel {
  const { template } = assembly;
  return {
    api: readApi(template),
    functions: readFunctions(assembly),
    tables: readTables(template),
    usagePlans: readUsagePlans(template),
    outputs: template.outputs(),
  };
}
