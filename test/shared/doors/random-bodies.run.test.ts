import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { batchMessage, batchRequest } from '../../../functions/batch/contract.ts';
import { executeFieldNames, executeRequest } from '../../../functions/execute/contract.ts';
import type { Door } from '../../../shared/doors/door.ts';
import { Refusal } from '../../../shared/engine/errors.ts';
import { sendFieldNames } from '../../../shared/execute/send-fields.ts';
import { checkContract, isJsonObject } from '../../../shared/http/contract.ts';
import { expect, test } from '../../jest.ts';
import { batches, eventOf, sends } from './at-the-door.ts';

const texts = ['ada@example.com', 'a@b.example, "c, d" <e@f.example>', '{{x}}', 'raw', '{"a": 1}'];
const text = fc.oneof(fc.constantFrom(...texts), fc.string());
const anything = fc.oneof(text, fc.array(text, { maxLength: 3 }), fc.jsonValue({ maxDepth: 3 }));
const headerNames = ['X-A', 'x-a', 'List-Unsubscribe', 'X-Postrider-Variables', '__proto__'];
const headerName = fc.constantFrom(...headerNames, 'x-postrider-template');
const pairs = fc.array(fc.record({ Name: headerName, Value: text }), { maxLength: 3 });
const file = named(['filename', 'content', 'content_id', 'Name', 'Content', 'ContentID'], text);
const files = fc.array(fc.record(file, { requiredKeys: [] }), { maxLength: 2 });
const object = fc.oneof(fc.dictionary(headerName, text), fc.constant({ ['__proto__']: 1 }));

const fieldsOf = {
  resend: {
    ...named(
      ['from', 'to', 'cc', 'bcc', 'reply_to', 'subject', 'html', 'text', 'scheduled_at'],
      text,
    ),
    template: fc.record({ id: text, variables: object }, { requiredKeys: [] }),
    headers: object,
    attachments: files,
    tags: pairs,
    topic_id: fc.constant(null),
  },
  postmark: {
    ...named(['From', 'To', 'Cc', 'Bcc', 'ReplyTo', 'Subject', 'HtmlBody', 'TextBody'], text),
    ...named(['TemplateAlias', 'MessageStream'], text),
    TemplateModel: object,
    Headers: pairs,
    Attachments: files,
    Metadata: object,
  },
};

function named(names: string[], value: fc.Arbitrary<unknown>) {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** Bodies that are close to valid ones: in most of them at most a few fields are of the wrong type. */
function bodies(door: Door): fc.Arbitrary<object> {
  const fields: Record<string, fc.Arbitrary<unknown>> = fieldsOf[
    door.name === 'resend' ? 'resend' : 'postmark'
  ];
  const spoilt = Object.entries(fields).map(
    ([name, value]) => [name, fc.oneof({ weight: 40, arbitrary: value }, anything)] as const,
  );
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(spoilt);
  const requiredKeys = ['to', 'from', 'subject', 'To', 'HtmlBody', 'TemplateAlias'];
  return fc.record(model, { requiredKeys: requiredKeys.filter((name) => name in fields) });
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
    const check = async (given: object) => {
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
