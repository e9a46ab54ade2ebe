import type { DataFolder } from '../data-folder.ts';
import type { Stops } from '../stops.ts';
import type { StackModel } from '../template/stack-model.ts';
import { type Invoke, Pool } from './pool.ts';
import { type Endpoints, variablesFor } from './variables.ts';
import { workerCode } from './worker-code.ts';

export interface PoolsOptions {
  stack: Pick<StackModel, 'functions'>;
  endpoints: Endpoints;
  /** The addresses and domains that flows may send from. Default: `*`, any. */
  senders?: readonly string[];
  fastForward?: number;
  folder: Pick<DataFolder, 'logs'>;
  environments: number;
  keepMs?: number;
  tell: (line: string) => void;
}

/** Makes a pool for every function of the stack. A function's first invocation starts its first environment. */
export async function startPools(
  { stack, endpoints, senders = ['*'], folder, fastForward, ...options }: PoolsOptions,
  stops: Stops,
): Promise<{ invoker: (functionArn: string) => Invoke }> {
  const code = await workerCode();
  const pools = new Map<string, Pool>();
  for (const [functionArn, fn] of stack.functions) {
    const variables = variablesFor(fn, { endpoints, senders, fastForward });
    const { environments, keepMs, tell } = options;
    const made = { code, fn, variables, environments, keepMs, logs: folder.logs, onFault: tell };
    const pool = stops.add(new Pool(made), (started) => started.stop());
    pools.set(functionArn, pool);
  }
  return {
    invoker: (functionArn) => {
      const pool = pools.get(functionArn);
      if (!pool) throw new Error(`The stack has no function ${functionArn}`);
      return pool.invoke;
    },
  };
}
