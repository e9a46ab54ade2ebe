import { managePorts } from '../../../local/demo/manage-ports.ts';
import type { Deployment } from '../../../local/deployment-file.ts';
import { createAccount } from '../../../shared/manage/accounts.ts';
import { createKey } from '../../../shared/manage/keys.ts';
import type { Recorded } from '../judge.ts';
import { readRecords } from '../records.ts';
import { saveTemplate } from '../template.ts';

/** An account that sends. */
export interface Customer {
  accountId: string;
  /** The API key's secret. */
  secret: string;
}

/** Opens accounts on plan Team, each with the one template. */
export async function openAccounts(run: Deployment, count: number): Promise<Customer[]> {
  const { ports, close } = managePorts(run);
  try {
    const customers: Customer[] = [];
    for (let number = 0; number < count; number++) {
      const { accountId } = await createAccount(ports, { name: 'Soak', plan: 'team' });
      const { secret } = await createKey(ports, { accountId, name: 'soak' });
      await saveTemplate(ports, accountId);
      customers.push({ accountId, secret });
    }
    return customers;
  } finally {
    close();
  }
}

/** Every message of these accounts. */
export async function recordsOf(run: Deployment, customers: Customer[]): Promise<Recorded[]> {
  const { ports, close } = managePorts(run);
  try {
    return (
      await Promise.all(customers.map(({ accountId }) => readRecords(ports, accountId)))
    ).flat();
  } finally {
    close();
  }
}
