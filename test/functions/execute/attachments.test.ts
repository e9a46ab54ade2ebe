import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { ExecuteRequest } from '../../../functions/execute/contract.ts';
import { readCopy } from '../../../shared/adapters/tables/copies-table.ts';
import { listMessages } from '../../../shared/adapters/tables/messages-table-lists.ts';
import { callbackPlan } from '../../../shared/engine/flow/plan.ts';
import { compileTemplate } from '../../../shared/engine/render/compile-template.ts';
import { describe, expect, test } from '../../jest.ts';
import {
  bodyOf,
  execute,
  executeAs,
  pdf,
  sending,
  ses,
  startSesForFile,
  suppressed,
  tables,
} from './for-file.ts';
import { template } from './sending.ts';
import { sent } from './sent.ts';

await startSesForFile();

describe('any file', () => {
  test('random bytes reach SES as they are, and never as SEVEN_BIT', async () => {
    const bytes = fc.uint8Array({ minLength: 1, maxLength: 2000 });
    await fc.assert(
      fc.asyncProperty(fc.array(bytes, { minLength: 1, maxLength: 10 }), async (files) => {
        ses.calls.length = 0;
        const _attachments = files.map((file, index) => ({
          name: `${index}.bin`,
          content: Buffer.from(file).toString('base64'),
        }));

        expect(await execute({ _attachments })).toEqual(sent);

        const [call] = ses.calls as [{ Content: { Simple: { Attachments: SentFile[] } } }];
        const arrived = call.Content.Simple.Attachments;
        expect(arrived.map(({ RawContent }) => Buffer.from(RawContent, 'base64'))).toEqual(
          files.map((file) => Buffer.from(file)),
        );
        expect(
          new Set(arrived.map(({ ContentTransferEncoding }) => ContentTransferEncoding)),
        ).toEqual(new Set(['BASE64']));
      }),
      { numRuns: 20 },
    );
  });

  test("a copy lists the file's type and SHA-256, and a test key finds them", async () => {
    const _attachments = [{ name: 'a.pdf', content: pdf.toString('base64'), cid: 'a' }];

    await executeAs({}, { _attachments });

    const query = { limit: 1, test: true, nowMs: sending.nowMs() };
    const { messages } = await listMessages(tables.messages, sending.accountId, query);
    const [record] = messages;
    expect(record).toMatchObject({ attachments: [{ name: 'a.pdf', bytes: pdf.length }] });
    const sha256 = createHash('sha256').update(pdf).digest('hex');
    const copy = record && (await readCopy(tables.messages, record, sending.nowMs()));
    expect(copy?.attachments).toEqual([
      { name: 'a.pdf', bytes: pdf.length, type: 'application/pdf', cid: 'a', sha256 },
    ]);
  });
});

interface SentFile {
  RawContent: string;
  ContentTransferEncoding: string;
}

describe('a wrong file', () => {
  const broken = [{ name: 'a.pdf', content: '%%%' }];

  test('a wrong file is refused before a send is recorded, and SES is not called', async () => {
    expect(bodyOf(await execute({ _attachments: broken }))).toEqual({
      success: false,
      type: 'validation_failed',
      error: '_attachments[0].content is not standard base64',
      field: '_attachments',
    });
    expect(ses.calls).toEqual([]);
    expect(await sending.records()).toMatchObject([{ state: 'REFUSED', field: '_attachments' }]);
  });

  test('files are checked after _reference, and before suppressed addresses and the recipients', async () => {
    await suppressed('eve@example.org', 'manual');
    const fieldOf = async (change: Partial<ExecuteRequest>) => bodyOf(await execute(change)).field;

    expect(await fieldOf({ _attachments: broken, _to: 'eve@example.org' })).toBe('_attachments');
    expect(await fieldOf({ _attachments: broken, _to: 'nobody' })).toBe('_attachments');
    expect(await fieldOf({ _attachments: broken, _reference: 'a\n' })).toBe('_reference');
  });

  test('a wrong type is a 400 with its place, also where the flow hands the mail back', async () => {
    const loadTemplate = async () => ({ ...template, plan: callbackPlan });
    const wrong = { name: 'a.txt', content: 7 } as unknown as object;
    const error = '_attachments[0].content must be a string, found a number';

    expect(await execute({ _attachments: [wrong] })).toEqual({ status: 400, error });
    expect(await execute({ _attachments: [wrong] }, { loadTemplate })).toEqual({
      status: 400,
      error,
    });
    const answer = await execute({ _attachments: broken }, { loadTemplate });
    expect(bodyOf(answer)).toMatchObject({ type: 'callback' });
  });
});

describe('the trace of a mail with files', () => {
  const content = 'YQ==';
  const stepsOf = async (change: Partial<ExecuteRequest>) => {
    const variables = { name: '<img src="cid:logo">' };
    const raw = compileTemplate({ subject: 'Hi', html: '<p>{{{name}}}</p>', text: 'Hi' });
    const loadTemplate = async () => ({ ...template, compiled: raw });
    const answer = await execute({ variables, _trace: true, ...change }, { loadTemplate });
    const { trace } = bodyOf(answer);
    return trace.filter(({ type }: { type: string }) => type === 'attachments');
  };

  test('the files are a step of their own, after rendering', async () => {
    const answer = await execute({ _trace: true, _attachments: [{ name: 'a.txt', content }] });

    expect(bodyOf(answer).trace.map(({ type }: { type: string }) => type)).toEqual([
      'delivery',
      'template',
      'attachments',
      'provider',
    ]);
  });

  test('a cid that the HTML does not show is a warning, and the mail is sent', async () => {
    const _attachments = [
      { name: 'a.png', content, cid: 'logo' },
      { name: 'b.png', content, cid: 'other' },
    ];

    expect(await stepsOf({ _attachments })).toMatchObject([
      { warnings: ['The HTML does not show the attachment with the cid other'] },
    ]);
    expect(ses.calls).toHaveLength(1);
  });

  test('a cid in the HTML that no attachment has is a warning, and the mail is sent', async () => {
    expect(await stepsOf({})).toMatchObject([
      { warnings: ['The HTML shows cid:logo, and no attachment has this cid'] },
    ]);
    expect(ses.calls).toHaveLength(1);
  });
});
