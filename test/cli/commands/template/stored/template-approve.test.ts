import { saveDrafts } from '../../../../../shared/manage/templates/drafts/save-drafts.ts';
import { prepareSources } from '../../../../../shared/manage/templates/prepare-sources.ts';
import { expect, test } from '../../../../jest.ts';
import { wordsOf } from '../../../in-process.ts';
import { eva, pulledPerTest, source } from '../command-line-per-test.ts';

const at = pulledPerTest();
const run = (line: string) => at.template(...wordsOf(line));
const required = (...words: string[]) => at.run(['account', 'approvals', at.accountId, ...words]);

async function evasDraft(html: string): Promise<void> {
  const { prepared } = await prepareSources(at.ports, at.accountId, [source('welcome', html)]);
  await saveDrafts(at.ports, at.accountId, prepared, { author: eva, check: () => {} });
}

test('with a required approval the CLI pushes drafts, approves those of others, and publishes them', async () => {
  const before = await required();
  const switchedOn = await required('--require', '1', '--json');
  const unchanged = await run('push templates');
  await at.edit('welcome', '<p>2</p>');
  const pushed = await run('push templates');
  const rehearsed = await run('push templates --dry-run');
  await run('push templates --draft');
  const own = await run('approve welcome --yes');
  await evasDraft('<p>3</p>');
  const unapproved = await run('publish welcome --yes');
  const other = await run(`approve welcome --yes --hash ${'0'.repeat(64)}`);
  const approved = await run('approve welcome --yes');
  const published = await run('publish welcome --yes');
  const trail = await at.run(wordsOf('trail list --action template.published --limit 1 --json'));

  expect(before.stdout).toContain('serves changes without an approval');
  expect(JSON.parse(switchedOn.stdout)).toEqual({
    accountId: at.accountId,
    approvals: { required: 1, trustCli: false },
  });
  expect([unchanged.exitCode, rehearsed.exitCode, published.exitCode]).toEqual([0, 0, 0]);
  expect(pushed).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining('or give --override "REASON"'),
  });
  expect(own.stderr).toContain('You saved this draft: somebody else has to approve it');
  expect(unapproved.stderr).toContain('is not approved');
  expect(other.stderr).toContain('is not what you looked at');
  expect(approved.stdout).toMatch(/\+<p>3<\/p>(?:.|\n)*Draft \d of welcome is approved\.\n$/);
  expect(JSON.parse(trail.stdout)).toMatchObject({
    entries: [{ change: { approvedBy: ['local'], replay: { mails: 0 } } }],
  });
});

test('a reason, or an account that trusts the CLI, serves a change without an approval', async () => {
  await required('--require', '1');
  await at.edit('welcome', '<p>2</p>');
  const empty = await at.template('push', 'templates', '--override', ' ');
  const overridden = await at.template('push', 'templates', '--override', 'a wrong price');
  await required('--trust-cli');
  await at.edit('welcome', '<p>3</p>');
  const trusted = await run('push templates');

  expect(empty).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--override must be one line of 1 to 200 characters'),
  });
  expect([overridden.exitCode, trusted.exitCode]).toEqual([0, 0]);
});
