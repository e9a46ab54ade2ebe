import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mailToCall } from '../../../cli/smtp/mail-to-call.ts';
import { expect, test } from '../../jest.ts';

const folder = join(import.meta.dirname, 'mails');
const names = readdirSync(folder).flatMap((file) => (file.endsWith('.eml') ? [file] : []));

interface Expected {
  envelope: string[];
  /** The body of `POST /smtp`. */
  call?: object;
  refused?: string;
}

/** A mail as it is on the wire. */
const wire = (text: string | Buffer) =>
  Buffer.from(text.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');

/** As wire, for a text. */
const mail = (text: string) => wire(Buffer.from(text));

async function made(source: Uint8Array, envelope: string[]): Promise<Omit<Expected, 'envelope'>> {
  try {
    return { call: JSON.parse((await mailToCall(source, envelope)).body) };
  } catch (error) {
    return { refused: (error as Error).message };
  }
}

test.each(names)('%s becomes the call in its JSON', async (name) => {
  const { envelope, ...expected }: Expected = JSON.parse(
    readFileSync(join(folder, name.replace('.eml', '.json')), 'utf8'),
  );

  expect(await made(wire(readFileSync(join(folder, name))), envelope)).toEqual(expected);
});

const head = 'From: a@acme.example\nTo: b@acme.example\nSubject: Hi\n';
const envelope = ['b@acme.example'];

test.each([
  ['\nDear {{ name }}', 'text has an unfilled placeholder: {{ name }}'],
  ['X-Postrider-Variables: [1]\n\nHello', 'X-Postrider-Variables must be a JSON object'],
  [`\n${'x'.repeat(4_613_734)}`, 'Message is larger than 4.4 MB'],
  [`X-A: ${'x'.repeat(2 ** 21)}\n\nHello`, /^The mail cannot be read: /],
])('a mail is refused (%#)', async (rest, sentence) => {
  await expect(mailToCall(mail(head + rest), envelope)).rejects.toThrow(sentence);
});

test('a mail that names a template needs no body', async () => {
  const source = mail(`${head}X-Postrider-Template: welcome\n\n`);

  const { call } = await made(source, envelope);
  expect(call).toMatchObject({
    templateId: 'welcome',
    variables: { subject: 'Hi', html: '', text: '' },
  });
});

test('a file without a name gets one by its type', async () => {
  const part = (type: string) => `--x\nContent-Type: ${type}\nContent-Disposition: attachment\n\na`;
  const source = `${head}Content-Type: multipart/mixed; boundary=x\n\n--x\n\nHello\n${['image/png', 'text/calendar', 'application/x-other'].map(part).join('\n')}\n--x--`;

  expect(await made(mail(source), envelope)).toMatchObject({
    call: {
      _attachments: [{ name: 'file-1.png' }, { name: 'file-2.ics' }, { name: 'file-3.bin' }],
    },
  });
});

test('the Idempotency-Key is the same for the same mail alone, and absent without a Message-ID', async () => {
  const keyOf = async (id: string, body: string, to = envelope) =>
    (await mailToCall(mail(`${head}${id}\n${body}`), to)).idempotencyKey;
  const id = 'Message-ID: <1@acme.example>\n';

  const key = await keyOf(id, 'Hello');
  expect(key).toMatch(/^smtp-[0-9a-f]{64}$/);
  expect(await keyOf(`Received: again\n${id}`, 'Hello')).toBe(key);
  const others = [
    await keyOf(id, 'Hello!'),
    await keyOf(id, 'Hello', ['c@acme.example']),
    await keyOf('Message-ID: <2@acme.example>\n', 'Hello'),
  ];
  expect(new Set([key, ...others]).size).toBe(4);
  expect(await keyOf('', 'Hello')).toBeUndefined();
});
