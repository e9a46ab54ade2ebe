import { afterAll, beforeAll, beforeEach } from 'vitest';
import { startDeployment, type TestDeployment } from '../../management.ts';

/** What the tests of a file work on; it is there once the hooks have run. */
export interface AccountPerTest {
  /** One for the whole file. */
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
  afterAll(() => at.deployment.stop());
  return at;
}
