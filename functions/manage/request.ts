import * as z from 'zod/mini';
import { type Actor, localActor, type Trail } from '../../shared/adapters/tables/trail-table.ts';
import { accountsOf, type UserRecord } from '../../shared/adapters/tables/users-table.ts';
import { pointer } from '../../shared/engine/flow/flow-error.ts';
import { typeName } from '../../shared/http/contract.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { header, type ProxyEvent } from '../../shared/http/proxy.ts';
import type { Person } from '../../shared/manage/templates/drafts/approval.ts';
import { idempotencyHeader } from '../../shared/message/idempotency-key.ts';
import {
  type GroupRoles,
  groupsClaim,
  nameClaim,
  rolesOfGroups,
} from '../../shared/people/group-roles.ts';
import {
  mayOf,
  missingRight,
  type Right,
  type Role,
  rolesNamed,
} from '../../shared/people/roles.ts';
import type { FieldProblem } from './contracts/problem.ts';
import type { DashboardPorts } from './ports.ts';
import { invalid, notPermitted, ProblemError } from './problems.ts';

/** The beginning of a JSON Pointer to a field of the query. */
export const queryPlace = '/query';

export class ManageRequest {
  readonly caller: Caller;
  readonly requestId: string;
  private readonly trail: Trail;
  private readonly event: ManageEvent;
  private readonly parts: Readonly<Record<string, string | undefined>>;

  constructor(
    event: ManageEvent,
    {
      caller,
      parts,
      requestId,
      trail,
    }: Pick<ManageRequest, 'caller' | 'requestId'> & {
      parts: ManageRequest['parts'];
      trail: DashboardPorts['trail'];
    },
  ) {
    this.event = event;
    this.caller = caller;
    this.parts = parts;
    this.requestId = requestId;
    const who = async () => caller.actor;
    this.trail = { ...trail, who, door: 'dashboard', requestId };
  }

  /** The ports with which the caller changes something: they record who did it, in the trail. */
  as<Ports extends object>(ports: Ports): Ports & { trail: Trail } {
    return { ...ports, trail: this.trail };
  }

  get accountId(): string {
    return this.caller.accountId;
  }

  may(right: Right): boolean {
    return this.caller.may.includes(right);
  }

  /** Throws `not_permitted` without the right. */
  need(right: Right): void {
    if (!this.may(right)) throw notPermitted(right, missingRight(right, this.caller.roles));
  }

  /** A variable part of the path. */
  part(name: string): string {
    return decoded(this.parts[name] ?? '');
  }

  /** A header by its name in lower case. */
  header(name: string): string | undefined {
    return header(this.event, name);
  }

  /** Reads the query. Throws the problem `invalid`. */
  query<S extends z.ZodMiniType>(schema: S): z.output<S> {
    return parse(schema, this.event.queryStringParameters ?? {}, queryPlace);
  }

  /** Reads the body. Throws the problem `invalid`, and the refusals of `readJsonBody`. */
  body<S extends z.ZodMiniType>(schema: S): z.output<S> {
    return parse(schema, readJsonBody(this.event));
  }
}

/** A part with a wrong percent-encoding stays: no id has one, so nothing is found. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The part of API Gateway's proxy event that the dashboard's function uses. */
export interface ManageEvent extends Omit<ProxyEvent, 'requestContext'> {
  httpMethod: string;
  /** `/manage/v1/…` through CloudFront, `/v1/…` at the API's own host. */
  path: string;
  queryStringParameters?: Record<string, string | undefined> | null;
  requestContext: {
    extendedRequestId?: string;
    /** From Cognito's authorizer, or without sign-in from the local gateway: its roles are joined by commas. */
    authorizer?: { accountId?: string; roles?: string; claims?: Claims } | null;
  };
}

type Claims = Readonly<Record<string, string | undefined>>;

export interface Caller {
  accountId: string;
  /** Null without sign-in. */
  email: string | null;
  /** Whom the trail and the history of templates name. */
  actor: Exclude<Actor, { kind: 'aws' }>;
  /** The accounts that the user may open; null without sign-in: all. */
  accounts: readonly string[] | null;
  /** At least one, in the order of the table of roles. */
  roles: readonly Role[];
  may: readonly Right[];
}

/** The account that the request opens. Default: the user's first. */
const accountHeader = 'x-postrider-account';

/** The caller as an author or approver of drafts. */
export const personOf = ({ actor: { id, name } }: Caller): Person => ({ id, name });

/**
 * Finds out who makes a request: on AWS the `claims`, which only Cognito's authorizer sets. The Users table is read
 * each time, so a removed user is refused at once, and a changed role counts at once. Without a row the groups of the
 * identity provider decide, which are in the claims. Throws the problems `signed_out`, `no_account` and `other_account`.
 */
export async function callerOf(
  event: ManageEvent,
  { readUser, groupRoles }: Pick<DashboardPorts, 'readUser' | 'groupRoles'>,
): Promise<Caller> {
  const { authorizer } = event.requestContext;
  if (authorizer?.accountId) {
    const { accountId, roles } = authorizer;
    const who = { accountId, email: null, actor: localActor, accounts: null };
    return callerWith(roles?.split(','), who);
  }
  const { claims = {} } = authorizer ?? {};
  const { sub } = claims;
  if (!sub) throw new ProblemError('signed_out');
  const user = (await readUser(sub)) ?? userOfGroups(sub, claims, groupRoles);
  if (user === null || user.blockedAt) throw new ProblemError('no_account');
  const accounts = accountsOf(user);
  const accountId = header(event, accountHeader) || user.accountId;
  if (!accounts.includes(accountId)) throw new ProblemError('other_account');
  const { email } = user;
  const actor = { kind: 'user' as const, id: sub, name: email };
  return callerWith(user.roles?.[accountId], { accountId, email, actor, accounts });
}

/** A person of the identity provider, as a row would say it; null if none of their groups opens an account. */
function userOfGroups(sub: string, claims: Claims, groupRoles: GroupRoles): UserRecord | null {
  const roles = rolesOfGroups(groupRoles, claims[groupsClaim]);
  const [accountId, ...otherAccounts] = Object.keys(roles);
  const email = claims[nameClaim];
  if (accountId === undefined || !email) return null;
  return { sub, accountId, otherAccounts, roles, email, invitedAt: '' };
}

function callerWith(
  names: readonly string[] | undefined,
  who: Omit<Caller, 'roles' | 'may'>,
): Caller {
  const roles = rolesNamed(names);
  if (roles.length === 0) throw new ProblemError('no_account');
  return { ...who, roles, may: mayOf(roles) };
}

/** The Idempotency-Key of a request that sends a mail. Throws `invalid` without one. */
export function idempotencyKeyOf(request: ManageRequest): string {
  const key = request.header(idempotencyHeader);
  if (key !== undefined) return key;
  throw invalid({ pointer: '', detail: 'The header Idempotency-Key is required' });
}

/** The ETag in If-Match, weak too, as proxies make it (RFC 9110 §13.1.1). Throws `precondition_required`, `invalid`. */
export function ifMatch(request: ManageRequest): number {
  const value = request.header('if-match');
  if (value === undefined) throw new ProblemError('precondition_required');
  const revision = /^(?:W\/)?"([1-9]\d{0,14})"$/.exec(value.trim())?.[1];
  if (revision !== undefined) return Number(revision);
  throw invalid({ pointer: '', detail: 'If-Match must be one ETag of the template, such as "3"' });
}

/** Like `ifMatch`, or `deleted` for `If-None-Match: *`: without an ETag, no old page can restore a template. */
export function ifMatchOrDeleted(request: ManageRequest): number | 'deleted' {
  const isAny = request.header('if-none-match')?.trim() === '*';
  return isAny && request.header('if-match') === undefined ? 'deleted' : ifMatch(request);
}

/** Throws one problem `invalid` with every mistake, at its JSON Pointer below `place`. */
function parse<S extends z.ZodMiniType>(schema: S, given: unknown, place = ''): z.output<S> {
  const parsed = z.safeParse(schema, given);
  if (parsed.success) return parsed.data;
  const errors = parsed.error.issues.map((issue) => fieldProblem(issue, given, place));
  throw new ProblemError('invalid', { errors });
}

function fieldProblem(issue: z.core.$ZodIssue, given: unknown, place: string): FieldProblem {
  const { path } = issue;
  const value = path.reduce(property, given);
  const name = path.length === 0 ? 'it' : String(path.at(-1));
  return { pointer: place + pointer(...path), detail: `${name} ${complaint(issue, value)}` };
}

function property(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}

const types: Record<string, string> = {
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

function complaint(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code === 'invalid_value') return `must be one of ${issue.values.join(', ')}`;
  if (issue.code !== 'invalid_type') return issue.message;
  if (value === undefined) return 'is required';
  const expected = types[issue.expected] ?? `a ${issue.expected}`;
  return `must be ${expected}, found ${typeName(value)}`;
}
