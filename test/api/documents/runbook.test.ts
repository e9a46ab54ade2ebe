import { join } from 'node:path';
import type { MessageList } from '../../../shared/manage/messages/messages.ts';
import { deleteTemplate } from '../../../shared/manage/templates/delete-template.ts';
import { commandsIn, documentText, sectionOf } from '../../docs/commands.ts';
import { beforeAll, describe, expect, test } from '../../jest.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { openAccount, type TestAccount } from '../harness/account.ts';
import { call, refusal } from '../harness/call.ts';
import { command, type Ended } from '../harness/cli.ts';
import { flowOf, provider, template } from '../harness/flow.ts';
import { messageThatIs } from '../harness/messages.ts';

const runbook = documentText('docs/runbook.md');

/** Commands that name their account themselves, by a key's id, or that have none. */
const withoutAccount = ['logs', 'doctor', 'account'];

/** The runbook's case of this heading, as somebody plays it who copies its commands. */
class Case {
  readonly account: TestAccount;
  private readonly commands: string[][];
  private readonly folder: string;

  private constructor(heading: string, account: TestAccount, folder: string) {
    this.commands = commandsIn(sectionOf(runbook, heading));
    this.account = account;
    this.folder = folder;
  }

  static async open(heading: string): Promise<Case> {
    const opened = new Case(heading, await openAccount(), temporaryFolder());
    await opened.save('<p>Hello {{name}}</p>');
    return opened;
  }

  save(html: string) {
    const flow = flowOf(template, provider());
    return this.account.save({ id: 'welcome', subject: 'Hello', html, flow });
  }

  send(_to: string, key = this.account.key) {
    const body = { templateId: 'welcome', variables: { name: 'Ada' }, _to };
    return call('/v1/execute', { key, body });
  }

  /** Schedules a mail for tomorrow. */
  async schedule(_to: string, key = this.account.key) {
    const _sendAt = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();
    const body = { templateId: 'welcome', variables: { name: 'Ada' }, _to, _sendAt };
    const scheduled = await call('/v1/execute', { key, body });
    expect(scheduled).toMatchObject({ status: 200, body: { type: 'scheduled' } });
  }

  /** Plays the next command, which must be this one, with what stands for ids replaced. */
  async play(beginning: string, ids: Record<string, string> = {}): Promise<Ended> {
    const words = this.commands.shift() ?? [];
    expect(words.join(' ').slice(0, beginning.length)).toBe(beginning);
    const replaced = words.map((word) => ids[word] ?? word);
    const where = withoutAccount.includes(words[0] ?? '')
      ? []
      : ['--account', this.account.accountId];
    return command(this.folder, [...replaced, ...where]);
  }

  /** How many commands the case still has. */
  get left(): string[] {
    return this.commands.map((words) => words.join(' '));
  }

  get templates(): string {
    return join(this.folder, 'templates');
  }
}

const recipients = ({ answer }: Ended) =>
  (answer as MessageList).messages.map(({ to: [first] }) => first);
const sent = { status: 200, body: expect.objectContaining({ type: 'sent' }) };

describe("the runbook's case of a deleted template", () => {
  test("the runbook's steps for a deleted template bring the template back", async () => {
    const played = await Case.open('A deleted template');
    await played.save('<p>Hello again {{name}}</p>');
    await deleteTemplate(played.account.ports, played.account.accountId, 'welcome');
    const during = await played.send('ada@inbox.example.com');

    const deleted = await played.play('template list --deleted');
    const versions = await played.play('template versions welcome');
    const back = await played.play('template rollback welcome 2');
    const after = await played.send('ada@inbox.example.com');
    const refused = await played.play('logs --endpoint execute --status 404');

    expect(during).toEqual(refusal(404, 'Template not found'));
    expect(deleted.answer).toMatchObject({ templates: [{ id: 'welcome', revision: 2 }] });
    expect(versions.answer).toMatchObject({ versions: [{ revision: 2 }, { revision: 1 }] });
    expect(back).toMatchObject({ exitCode: 0, answer: { revision: 3, restored: 2 } });
    expect(after).toMatchObject(sent);
    const { accountId } = played.account;
    expect(refused.answer).toMatchObject({
      lines: expect.arrayContaining([expect.objectContaining({ accountId, status: 404 })]),
    });
    expect(played.left).toEqual([]);
  });
});

describe("the runbook's case of a bad revision", () => {
  test("the runbook's steps for a bad revision roll back, list the recipients and repair the folder", async () => {
    const played = await Case.open('A bad revision');
    await played.send('before@inbox.example.com');
    await played.save('<p>Hello nobody</p>');
    await played.send('one@inbox.example.com');
    await played.send('two@inbox.example.com');
    await played.schedule('tomorrow@inbox.example.com');

    const versions = await played.play('template versions welcome');
    const back = await played.play('template rollback welcome 1');
    await played.send('after@inbox.example.com');
    const waiting = await played.play('message list --state scheduled --template welcome');
    const reached = await played.play('message list --template welcome --revision 2 --all');
    const addresses = await played.play(
      'message list --template welcome --revision 2 --all --json',
    );
    const pulled = await played.play('template pull templates');
    const same = await played.play('template diff templates --exit-code');

    expect(versions.answer).toMatchObject({ versions: [{ current: true }, { revision: 1 }] });
    expect(back).toMatchObject({ exitCode: 0, answer: { revision: 3, restored: 1 } });
    expect(recipients(waiting)).toEqual(['tomorrow@inbox.example.com']);
    expect(recipients(reached)).toEqual([
      'tomorrow@inbox.example.com',
      'two@inbox.example.com',
      'one@inbox.example.com',
    ]);
    expect(recipients(addresses)).toEqual(recipients(reached));
    expect(pulled).toMatchObject({ exitCode: 0, answer: { templates: [{ revision: 3 }] } });
    expect(same.exitCode).toBe(0);
    expect(played.left).toEqual([]);
  });
});

describe("the runbook's case of a leaked key", () => {
  test("the runbook's steps for a leaked key stop the key at once, cancel its scheduled mails, and list what was sent with it", async () => {
    const played = await Case.open('A leaked key');
    const { keyId, secret } = await played.account.newKey();
    const ids = { key_0a1B2c3D4e5F6g7H: keyId };
    await played.send('mine@inbox.example.com');
    await played.send('theirs@inbox.example.com', secret);
    await played.schedule('mine@inbox.example.com');
    await played.schedule('later@inbox.example.com', secret);

    const listed = await played.play('key list --last-used');
    const deleted = await played.play('key delete', ids);
    const refused = await played.send('more@inbox.example.com', secret);
    const cancelled = await played.play('message cancel --key', ids);
    const created = await played.play('key create');
    const { secret: next } = created.answer as { secret: string };
    const works = await played.send('next@inbox.example.com', next);
    const messages = await played.play('message list --key', ids);
    const lines = await played.play('logs --key', ids);
    const shown = await played.play('key show', ids);

    expect(listed.answer).toMatchObject({
      keys: expect.arrayContaining([
        expect.objectContaining({ keyId, lastUsedAt: expect.any(String) }),
      ]),
    });
    expect(deleted).toMatchObject({ exitCode: 0, answer: { status: 'revoked' } });
    expect(refused).toEqual(refusal(401, 'API key has been revoked'));
    expect(cancelled.answer).toEqual({ cancelled: [expect.any(String)], tooLate: [] });
    expect(works).toMatchObject(sent);
    expect(recipients(messages)).toEqual(['later@inbox.example.com', 'theirs@inbox.example.com']);
    expect(lines.answer).toMatchObject({
      // The authorizer writes a line of its cold starts as well.
      lines: expect.arrayContaining([
        expect.objectContaining({ endpoint: 'execute', outcome: 'sent', keyId }),
        expect.objectContaining({ endpoint: 'authorizer', status: 401, keyId }),
      ]),
    });
    expect(shown.answer).toMatchObject({ status: 'revoked', lastUsedAt: expect.any(String) });
    expect(played.left).toEqual([]);
  });
});

describe("the runbook's case of a wave of bounces", () => {
  let played: Case;
  beforeAll(async () => {
    played = await Case.open('A wave of bounces');
  });
  const bouncing = [1, 2, 3].map((number) => `bounce+${number}@simulator.amazonses.com`);

  test("the runbook's steps for a wave of bounces list the bounced mails, and remove an address from the suppression list", async () => {
    for (const address of bouncing) await played.send(address);
    await played.send('complaint+1@simulator.amazonses.com');
    for (const address of bouncing) await messageThatIs('BOUNCED', played.account, address);
    await messageThatIs('COMPLAINED', played.account, 'complaint+1@simulator.amazonses.com');

    const bounced = await played.play('message list --state bounced');
    const causes = await played.play('message list --state bounced --since 1d --all --json');
    const complained = await played.play('message list --state complained');
    const [newest] = (bounced.answer as MessageList).messages;
    const ids = { '01KQHFP6800000000000000001': newest?.messageId ?? '' };
    const shown = await played.play('message show', ids);
    const suppressed = await played.play('suppression list');
    const removed = await played.play('suppression remove', {
      'ada@example.com': bouncing[0] ?? '',
    });

    const { keyId } = played.account;
    expect(recipients(bounced)).toEqual([...bouncing].reverse());
    expect(causes.answer).toMatchObject({
      messages: bouncing.map(() => ({ templateId: 'welcome', revision: 1, keyId })),
    });
    expect(recipients(complained)).toEqual(['complaint+1@simulator.amazonses.com']);
    expect(shown.answer).toMatchObject({ state: 'BOUNCED' });
    expect(suppressed.answer).toMatchObject({ suppressions: { length: 4 } });
    expect(removed.exitCode).toBe(0);
    expect(await played.send(bouncing[0] ?? '')).toMatchObject(sent);
    expect(played.left).toEqual([]);
  });
});
