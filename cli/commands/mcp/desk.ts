import { isDeepStrictEqual } from 'node:util';
import type { ManagePorts } from '../../../shared/manage/ports.ts';
import { accountFor } from '../../connection/chosen-account.ts';
import { connect } from '../../connection/connect.ts';
import type { Deployment } from '../../connection/deployment.ts';
import { deploymentOf, type GlobalOptions } from '../../connection/session.ts';

/** The options of `mcp`. */
export interface McpOptions extends GlobalOptions {
  account?: string;
  /** The one address that `send_test` sends to. Without it there is no such tool. */
  testMailTo?: string;
}

/** An account of a deployment, as the other commands have it. */
export interface Place {
  deployment: Deployment;
  ports: ManagePorts;
  accountId: string;
}

/** What the tools work with. */
export interface Desk {
  options: McpOptions;
  /**
   * Finds the deployment and the account. It looks again for each call: a local run may start, stop and start again
   * while the server runs. A stack on AWS is looked up once.
   *
   * @throws {ManageError} where there is no such deployment or account
   */
  open: () => Promise<Place>;
}

/** Makes the desk of one server. It connects to nothing before the first call. */
export function deskFor(options: McpOptions): Desk {
  const isOnAws = (options.stack ?? options.environment) !== undefined;
  let last: Pick<Place, 'deployment' | 'ports'> | undefined;
  const connected = async () => {
    if (last && isOnAws) return last;
    const deployment = await deploymentOf(options);
    // The same local run as before: its connections are still open.
    if (!last || !isDeepStrictEqual(deployment, last.deployment)) {
      last = { deployment, ports: connect(deployment) };
    }
    return last;
  };
  return {
    options,
    open: async () => {
      const { deployment, ports } = await connected();
      const accountId = await accountFor(ports, options.account, options);
      return { deployment, ports, accountId };
    },
  };
}
