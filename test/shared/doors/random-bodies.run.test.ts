import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { batchMessage, batchRequest } from '../../../functions/batch/contract.ts';
import { executeFieldNames, executeRequest } from '../../../functions/execute/contract.ts';
import type { Door } from '../../../shared/doors/door.ts';
import { Refusal } from '../../../shared/engine/errors.ts';
import { sendFieldNames } from '../../../shared/execute/send-fields.ts';
import { checkContract, isJsonObject } from '../../../shared/http/contract.ts';
import { expect, test } from '../../jest.ts';
import { batches, eventOf, requests, sends } from './at-the-door.ts';

const texts = ['ada@example.com', 'a@b.example, "c, d" <e@f.example>', '{{x}}', 'raw', '{"a": 1}'];
const text = fc.oneof(fc.constantFrom(...texts), fc.string());
const names = ['X-A', 'x-a', 'List-Unsubscribe', 'X-Postrider-Variables', '__proto__'];
const object = fc.dictionary(fc.constantFrom(...names, 'x-postrider-template'), text);
const anything = fc.oneof(text, object, fc.array(text, { maxLength: 3 }), fc.jsonValue());

/** A value in which in most cases at most a few parts, however deep, are replaced. */
function varied(value: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: partsVaried(value) }, anything);
}

function partsVaried(value: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(value)) return fc.tuple(...value.map(varied));
  if (!isJsonObject(value)) return fc.oneof(fc.constant(value), text);
  return fc.record(Object.fromEntries(Object.entries(value).map(([k, v]) => [k, varied(v)])));
}

/** Mails that are close to the examples of a door. */
function bodies({ name }: Door): fc.Arbitrary<unknown> {
  const given = requests.filter(({ door }) => door.startsWith(`/${name}`));
  const mails = given.flatMap(({ body }) => Object(body).Messages ?? body).filter(isJsonObject);
  return fc.oneof(...mails.map((mail) => partsVaried({ TemplateAlias: 'hello', ...mail })));
}

/** The bodies that a door makes of a request; none if it refuses the request. Anything else that it throws is a fault. */
async function made(door: Door, body: unknown): Promise<Record<string, unknown>[]> {
  try {
    const requests = await door.toV1(eventOf(door.resource, { body }));
    return requests.map((request) => JSON.parse(JSON.stringify(request.body)));
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return [];
  }
}

const runs = { numRuns: 2000 };
const doors = sends
  .filter(({ name }) => name !== 'smtp')
  .map((door) => [door.resource, door] as const);

test.each(doors)(
  'whatever is sent to %s is a valid request to /v1/execute, or is refused',
  async (_, door) => {
    let passed = 0;
    const check = async (given: unknown) => {
      for (const body of await made(door, given)) {
        passed += 1;
        checkContract(executeRequest, body);
        expect(Object.keys(body).filter((name) => !executeFieldNames.has(name))).toEqual([]);
        expect(Object.getPrototypeOf(body.variables)).toBe(Object.prototype);
      }
    };
    await fc.assert(fc.asyncProperty(bodies(door), check), runs);
    expect(passed).toBeGreaterThan(50);
  },
);

const batchDoors = batches.map((door) => [door.resource, door] as const);

test.each(batchDoors)(
  'whatever is sent to %s is a valid request to /v1/batch, or is refused',
  async (_, door) => {
    const check = async (list: unknown[]) => {
      const given = door.resource.endsWith('Templates') ? { Messages: list } : list;
      for (const body of await made(door, given)) {
        const { messages } = checkContract(batchRequest, body);
        expect(Object.keys(body)).toEqual(['messages']);
        for (const message of messages.filter(isJsonObject)) {
          checkContract(batchMessage, message);
          expect(Object.keys(message).filter((name) => !sendFieldNames.has(name))).toEqual([]);
        }
        expect(messages.filter((message) => !isJsonObject(message) && message !== null)).toEqual(
          [],
        );
      }
    };
    const lists = fc.array(fc.oneof({ weight: 9, arbitrary: bodies(door) }, anything), {
      maxLength: 3,
    });
    await fc.assert(fc.asyncProperty(lists, check), { numRuns: 700 });
  },
);

test('no door imports the code that sends or the tables: whatever it makes goes through the handler', () => {
  const grep = ['grep', '-rlE', '/(execute|adapters)/', 'shared/doors'];
  const found = () => execFileSync(grep[0] ?? '', grep.slice(1), { encoding: 'utf8' });
  expect(found).toThrow('Command failed');
});
