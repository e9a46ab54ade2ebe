import { beforeAll, beforeEach } from '../../jest.ts';
import { startDeployment, type TestDeployment } from '../../management.ts';

/** The deployment and the account of a test. The hooks set the fields. */
export interface AccountPerTest {
  /** The deployment of the whole file. */
  deployment: TestDeployment;
  /** The id of an account that no other test has. */
  account: string;
}

/** Call it once in a test file: one deployment for the file, and an account for each test. */
export function accountPerTest(): AccountPerTest {
  const at = {} as AccountPerTest;
  let accounts = 0;
  beforeAll(async () => {
    at.deployment = await startDeployment();
  });
  beforeEach(() => {
    at.account = `acc_${accounts++}`;
  });
  return at;
}
