import type { SesSetup } from '../../shared/adapters/ses/ses-told.ts';
import type { Trail } from '../../shared/adapters/tables/trail-table.ts';
import type { UserRecord } from '../../shared/adapters/tables/users-table.ts';
import type { ClientWeights } from '../../shared/engine/looks/finding.ts';
import type { SendingSources } from '../../shared/manage/doctor/sending-ports.ts';
import type { ScheduledPorts } from '../../shared/manage/messages/scheduled-messages.ts';
import type { SendAgainPorts } from '../../shared/manage/messages/send-again.ts';
import type { PersonPorts } from '../../shared/manage/person/person-ports.ts';
import type { ManagePorts } from '../../shared/manage/ports.ts';
import type { DryRunPorts } from '../../shared/manage/templates/dry-run.ts';
import type { TestSendPorts } from '../../shared/manage/test-send.ts';
import type { KeyUse, KeyUseSearch } from '../../shared/manage/usage/key-uses.ts';
import type { CountedLines, UsageSearch } from '../../shared/manage/usage/line-groups.ts';
import type { WebhookSendPorts } from '../../shared/manage/webhooks/send-event.ts';
import type { SenderSettings } from '../../shared/message/sender.ts';
import type { GroupRoles } from '../../shared/people/group-roles.ts';

/** What needs no trail. */
type Reading = Omit<ManagePorts, 'trail'>;

export interface DashboardPorts {
  readUser: (sub: string) => Promise<UserRecord | null>;
  /** What the groups of an identity provider open; empty without one. */
  groupRoles: GroupRoles;
  /** The mail clients that drafts are judged for; undefined: the usual ones. */
  lookClients?: ClientWeights | undefined;
  listUsers: () => Promise<UserRecord[]>;
  /** A route that changes something gets them with `ManageRequest.as`, which adds the trail. */
  manage: Reading;
  trail: Pick<Trail, 'table' | 'accounts' | 'retentionDays'>;
  scheduled: Omit<ScheduledPorts, 'trail'>;
  /** `isOver`: whether an answer about a person has to be given now. */
  people: Omit<PersonPorts, 'trail'> & { isOver: () => boolean };
  webhooks: Reading & Omit<WebhookSendPorts, 'trail'> & { sendsEvents: boolean };
  flow: DryRunPorts;
  send: Omit<TestSendPorts, 'trail'>;
  again: Omit<SendAgainPorts, 'trail'>;
  senders: SenderSettings;
  sesIdentity: SesSetup['identity'];
  /** How sending is set up at SES, in DNS and in the functions. */
  setup: SendingSources;
  /** The base address of the API with keys. */
  baseUrl: string;
  retentionDays: number;
  /** Counts what an account used, from the logs. */
  countLines: (search: UsageSearch) => Promise<CountedLines>;
  /** How much each key of an account was used, from the logs. */
  keyUses: (search: KeyUseSearch) => Promise<KeyUse[]>;
}
