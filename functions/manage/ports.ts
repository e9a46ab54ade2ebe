import type { SesSetup } from '../../shared/adapters/ses/ses-setup.ts';
import type { UserRecord } from '../../shared/adapters/tables/users-table.ts';
import type { SendingSources } from '../../shared/manage/doctor/sending-ports.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import type { DryRunPorts } from '../../shared/manage/templates/dry-run.ts';
import type { TestSendPorts } from '../../shared/manage/test-send.ts';
import type { SenderSettings } from '../../shared/message/sender.ts';

/** What the resources of the dashboard work on, for one request. */
export interface DashboardPorts {
  readUser: (sub: string) => Promise<UserRecord | null>;
  manage: ManagePorts;
  flow: DryRunPorts;
  send: TestSendPorts;
  senders: SenderSettings;
  sesIdentity: SesSetup['identity'];
  /** What tells how sending is set up. */
  setup: SendingSources;
  /** Where callers of the API send their requests. */
  baseUrl: string;
}
