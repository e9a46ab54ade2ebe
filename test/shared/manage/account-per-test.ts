import { beforeEach } from '../../jest.ts';
import { startDeployment, type TestDeployment } from '../../management.ts';

/** The deployment of a test file, and a separate account for each test. */
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
