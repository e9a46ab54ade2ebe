import type { SendingStatus as Status } from '../../shared/adapters/ses/tenants.ts';
import { parseMailbox } from '../../shared/message/mailbox.ts';
import { asIdentity, identitiesOf } from '../../shared/message/sender.ts';
import { arn } from '../template/names.ts';
import type { MailRequest } from './accepted-mail.ts';
import type { SesRefusal } from './allowance.ts';
import type { SendingRules } from './sending-rules.ts';
import type { SetupAnswer } from './setup-answers.ts';

interface Tenant {
  name: string;
  arn: string;
  tags: unknown;
  resources: Set<string>;
  operator: Status;
  ses: { status: Status; cause: string | null };
}

/** A tenant's status changed from one that sends to one that does not, or back. */
export interface TenantChange {
  name: string;
  arn: string;
  isPaused: boolean;
}

/** SES's own pause of a tenant, or one that an operator made before the start. */
export interface TenantPause {
  name: string;
  by: 'ses' | 'operator';
  cause: string | null;
}

type Body = Record<string, unknown>;

/** SES's tenants, in memory. https://docs.aws.amazon.com/ses/latest/dg/tenants.html */
export class Tenants {
  private readonly all = new Map<string, Tenant>();
  private readonly rules: () => SendingRules;
  private readonly onChange: (change: TenantChange) => void;

  constructor(rules: () => SendingRules, onChange: (change: TenantChange) => void) {
    this.rules = rules;
    this.onChange = onChange;
  }

  /** Answers a request (`POST /v2/email/tenants`); undefined if it is not about tenants. */
  answer(request: string, body: Body): SetupAnswer | undefined {
    const [, entity, what] =
      /^(?:GET|PUT) \/v2\/email\/reputation\/entities\/RESOURCE\/([^/]+)(.*)$/.exec(request) ?? [];
    if (entity !== undefined) return this.answerEntity(decodeURIComponent(entity), what, body);
    const [, path] = /^POST \/v2\/email\/tenants(\/[a-z/]+)?$/.exec(request) ?? [null, null];
    if (path === null) return undefined;
    const name = String(body.TenantName);
    if (path === undefined) return this.create(name, body.Tags);
    const tenant = this.all.get(name);
    if (!tenant) return notFound(`Tenant ${name}`);
    switch (path) {
      case '/get':
        return { body: { Tenant: told(tenant) } };
      case '/delete':
        this.all.delete(name);
        return { body: {} };
      case '/resources':
        return this.associate(tenant, String(body.ResourceArn));
      case '/resources/list':
        return {
          body: { TenantResources: [...tenant.resources].map((one) => ({ ResourceArn: one })) },
        };
    }
    return undefined;
  }

  /** SES's refusal of a mail that names a tenant; undefined if SES sends it. */
  refusal({ tenant: name, configurationSet, from }: MailRequest): SesRefusal | undefined {
    if (name === undefined) return undefined;
    const tenant = this.all.get(name);
    const used = [`configuration-set/${configurationSet}`, ...this.identityOf(from)];
    const missing = used.map((one) => arn('ses', one)).filter((one) => !tenant?.resources.has(one));
    if (missing.length > 0) {
      const message = `Tenant not associated with resources [${missing.join(', ')}]`;
      return { status: 403, type: 'AccessDeniedException', message };
    }
    if (!tenant || statusOf(tenant) !== 'DISABLED') return undefined;
    const message = `Sending paused for tenant ${name}`;
    return { status: 400, type: 'SendingPausedException', message };
  }

  pause({ name, by, cause }: TenantPause): void {
    const tenant = this.all.get(name);
    if (!tenant) return;
    if (by === 'ses') this.set(tenant, { ses: { status: 'DISABLED', cause } });
    else this.set(tenant, { operator: 'DISABLED' });
  }

  private create(name: string, tags: unknown): SetupAnswer {
    if (this.all.has(name)) return alreadyThere(`Tenant ${name}`);
    const tenant: Tenant = {
      ...{ name, arn: arn('ses', `tenant/${name}/tn-${name.slice(-8)}`), tags: tags ?? [] },
      ...{ resources: new Set(), operator: 'ENABLED' },
      ses: { status: 'ENABLED', cause: null },
    };
    this.all.set(name, tenant);
    return { body: told(tenant) };
  }

  private associate({ resources }: Tenant, resource: string): SetupAnswer {
    const { identities } = this.rules();
    const [, identity] = /:identity\/(.*)$/.exec(resource) ?? [];
    const isUnknown =
      identity !== undefined && identities && !identities.includes(asIdentity(identity));
    if (isUnknown) return notFound(`Resource ${resource}`);
    if (resources.has(resource)) return alreadyThere(`The association with ${resource}`);
    resources.add(resource);
    return { body: {} };
  }

  private answerEntity(entity: string, what: string | undefined, body: Body): SetupAnswer {
    const tenant = [...this.all.values()].find((one) => one.arn === entity);
    if (!tenant) return notFound(`Reputation entity ${entity}`);
    if (what === '/customer-managed-status') {
      const operator = body.SendingStatus as Status;
      const lifts = operator === 'REINSTATED' && {
        ses: { status: 'ENABLED' as const, cause: null },
      };
      this.set(tenant, { operator, ...lifts });
    }
    const { operator, ses } = tenant;
    const ReputationEntity = {
      CustomerManagedStatus: { Status: operator },
      AwsSesManagedStatus: { Status: ses.status, ...(ses.cause && { Cause: ses.cause }) },
    };
    return { body: { ReputationEntity } };
  }

  private set(tenant: Tenant, change: Partial<Tenant>): void {
    const was = statusOf(tenant) === 'DISABLED';
    const { name, arn } = Object.assign(tenant, change);
    const isPaused = statusOf(tenant) === 'DISABLED';
    if (was !== isPaused) this.onChange({ name, arn, isPaused });
  }

  /** SES looks at the identity of the address where there is one, else at its domain's. */
  private identityOf(from: string): string[] {
    const { identities } = this.rules();
    const parsed = parseMailbox(from);
    if (identities === null || !parsed.ok) return [];
    const name = identitiesOf(parsed.mailbox.address).find((one) => identities.includes(one));
    return name === undefined ? [] : [`identity/${name}`];
  }
}

const statusOf = ({ operator, ses }: Tenant): Status =>
  operator === 'DISABLED' || ses.status === 'DISABLED' ? 'DISABLED' : operator;

const told = (tenant: Tenant) => ({
  ...{ TenantName: tenant.name, TenantArn: tenant.arn, Tags: tenant.tags },
  SendingStatus: statusOf(tenant),
});

const notFound = (what: string): SetupAnswer => ({
  refusal: { status: 404, type: 'NotFoundException', message: `${what} does not exist.` },
});

const alreadyThere = (what: string): SetupAnswer => ({
  refusal: { status: 400, type: 'AlreadyExistsException', message: `${what} already exists.` },
});
