import { tablesOf, testClient } from '../../../dynalite.ts';
import { type Call, type Fate, startFaultProxy } from '../../../fault-proxy.ts';

/** Does work with tables whose calls meet these fates. Returns the result and the calls. */
export async function through<T>(
  endpoint: string,
  fateOf: (call: Call) => Fate,
  work: (tables: ReturnType<typeof tablesOf>) => Promise<T>,
) {
  const proxy = await startFaultProxy(endpoint, fateOf);
  const client = testClient(proxy.endpoint);
  try {
    const result = await work(tablesOf(client));
    const calls = proxy.calls.map(({ operation, body }) => [operation, JSON.parse(body)] as const);
    return { result, calls };
  } finally {
    client.destroy();
    await proxy.stop();
  }
}
