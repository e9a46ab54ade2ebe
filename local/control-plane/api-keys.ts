import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { writeFileAtomically } from '../atomic-file.ts';
import { Failure } from '../failure.ts';
import type { UsagePlan } from '../template/api.ts';

const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  value: z.string(),
  enabled: z.boolean(),
  /** Seconds since the epoch. */
  createdDate: z.number(),
});

/** The refusals of API Gateway's control plane, with their statuses. */
const statuses = {
  BadRequestException: 400,
  NotFoundException: 404,
  ConflictException: 409,
} as const;

/** A refusal in AWS's own words: the SDK throws the exception with this name. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly type: keyof typeof statuses;
  readonly status: number;

  constructor(type: keyof typeof statuses, message: string) {
    super(message);
    this.type = type;
    this.status = statuses[type];
  }
}

export type ApiKey = z.output<typeof apiKey>;

const stateFile = z.object({
  apiKeys: z.array(apiKey),
  planKeys: z.array(z.object({ planId: z.string(), keyId: z.string() })),
});

/** The API Gateway keys and their plans, in one file. A method returns when its change is on disk. */
export class ApiKeys {
  private readonly plans: readonly UsagePlan[];
  private readonly path: string;
  private readonly byId = new Map<string, ApiKey>();
  private readonly byValue = new Map<string, ApiKey>();
  /** Key id to plan id. There is one stage, so a key is in one plan at most. */
  private readonly planOfKey = new Map<string, string>();
  /** Key id to the time from which the gateway knows the key. It knows every other key already. */
  private readonly knownFromMs = new Map<string, number>();
  private delayMs = 0;

  /** Throws a `Failure` if the file is damaged. */
  constructor(path: string, plans: readonly UsagePlan[]) {
    this.path = path;
    this.plans = plans;
    if (!existsSync(path)) return;
    const { apiKeys, planKeys } = readState(path);
    for (const key of apiKeys) this.remember(key);
    for (const { planId, keyId } of planKeys) this.planOfKey.set(keyId, planId);
  }

  /** From now on the gateway knows a key only this long after it was put into a plan. */
  delayNew(ms: number): void {
    this.delayMs = ms;
  }

  list(): ApiKey[] {
    return [...this.byId.values()];
  }

  private get(id: string): ApiKey {
    const key = this.byId.get(id);
    if (!key) throw new Refusal('NotFoundException', 'Invalid API Key identifier specified');
    return key;
  }

  /** Creates a key. Throws the refusal ConflictException when another key has the value. */
  create(given: { name: string; value: string; enabled: boolean }): ApiKey {
    if (this.byValue.has(given.value)) {
      throw new Refusal('ConflictException', 'API Key already exists');
    }
    const id = randomBytes(5).toString('hex');
    const key = { id, ...given, createdDate: Math.floor(Date.now() / 1000) };
    this.remember(key);
    this.save();
    return key;
  }

  /** Creates a key again from an account's record. Does nothing if the key still exists. */
  restore(given: { id: string; name: string; value: string }, planId: string): void {
    if (this.byId.has(given.id) || this.byValue.has(given.value)) return;
    this.remember({ ...given, enabled: true, createdDate: Math.floor(Date.now() / 1000) });
    this.planOfKey.set(given.id, this.plan(planId).id);
    this.save();
  }

  delete(id: string): void {
    const key = this.get(id);
    this.byId.delete(id);
    this.byValue.delete(key.value);
    this.planOfKey.delete(id);
    this.save();
  }

  /** Returns a plan. Throws the refusal NotFoundException if there is none with this id. */
  plan(id: string): UsagePlan {
    const plan = this.plans.find((one) => one.id === id);
    if (!plan) throw new Refusal('NotFoundException', 'Invalid Usage Plan ID specified');
    return plan;
  }

  keysOf(planId: string): ApiKey[] {
    const { id } = this.plan(planId);
    return this.list().filter((key) => this.planOfKey.get(key.id) === id);
  }

  /** Puts a key into a plan. Throws the refusal ConflictException when the key is in a plan already. */
  addToPlan(planId: string, keyId: string): ApiKey {
    const plan = this.plan(planId);
    const key = this.get(keyId);
    if (this.planOfKey.has(keyId)) {
      throw new Refusal('ConflictException', `API Key ${keyId} is already in a usage plan`);
    }
    this.planOfKey.set(keyId, plan.id);
    if (this.delayMs > 0) this.knownFromMs.set(keyId, performance.now() + this.delayMs);
    this.save();
    return key;
  }

  /** Returns a key of a plan. Throws the refusal NotFoundException if the key is in another plan or in none. */
  keyOfPlan(planId: string, keyId: string): ApiKey {
    const { id } = this.plan(planId);
    if (this.planOfKey.get(keyId) === id) return this.get(keyId);
    throw new Refusal('NotFoundException', `Invalid API Key identifier specified: ${keyId}`);
  }

  removeFromPlan(planId: string, keyId: string): void {
    this.keyOfPlan(planId, keyId);
    this.planOfKey.delete(keyId);
    this.save();
  }

  /** The key with a value and the plan it is in; undefined when it is in none, switched off, or too new. */
  inPlan(value: string): { key: ApiKey; plan: UsagePlan } | undefined {
    const key = this.byValue.get(value);
    const planId = key?.enabled ? this.planOfKey.get(key.id) : undefined;
    const plan = this.plans.find(({ id }) => id === planId);
    if (key && performance.now() < (this.knownFromMs.get(key.id) ?? 0)) return undefined;
    return key && plan ? { key, plan } : undefined;
  }

  private remember(key: ApiKey): void {
    this.byId.set(key.id, key);
    this.byValue.set(key.value, key);
  }

  private save(): void {
    const planKeys = [...this.planOfKey].map(([keyId, planId]) => ({ planId, keyId }));
    const state: z.output<typeof stateFile> = { apiKeys: this.list(), planKeys };
    writeFileAtomically(this.path, JSON.stringify(state, null, 2));
  }
}

function readState(path: string): z.output<typeof stateFile> {
  try {
    return stateFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (error) {
    throw new Failure(
      `${path} is damaged: restore a copy of it, or start over with --fresh.`,
      error,
    );
  }
}
