import { beforeEach } from '../../jest.ts';
import { startDeployment, type TestDeployment } from '../../management.ts';

/** The deployment of a file, and the account of a test, which no other test has. */
export interface AccountPerTest extends Pick<TestDeployment, 'ports' | 'withFaults' | 'tables'> {
  account: string;
}

/** Call it once in a test file, at its top. */
export async function accountPerTest(): Promise<AccountPerTest> {
  const { ports, withFaults, tables } = await startDeployment();
  const at = { ports, withFaults, tables, account: '' };
  let accounts = 0;
  beforeEach(() => {
    at.account = `acc_${accounts++}`;
  });
  return at;
}
