import { activateReplies, checkReplies } from '../../../../cli/commands/deploy/replies.ts';
import { describe, expect, test } from '../../../jest.ts';

const replies = { domain: 'reply.example.com', keepMailsDays: 7 };
const isThere = async () => true;

/** A region in which this rule set is active, or none. */
function regionWith(active: string | null) {
  const activated: (string | undefined)[] = [];
  const rules = {
    active: async () => (active === null ? null : { name: active, recipients: [] }),
    activate: async (name: string | undefined) => void activated.push(name),
  };
  return { activated, place: { stack: 'mail', region: 'eu-west-1', rules } };
}

describe('before a deployment', () => {
  test.each([[null], ['mail-replies']])('the active rule set %s is no obstacle', async (active) => {
    await checkReplies(replies, regionWith(active).place, isThere);
  });

  test('another rule set must be named, and then it must be the active one', async () => {
    const { place } = regionWith('company');
    const named = { ...replies, ruleSet: 'company' };

    await expect(checkReplies(replies, place, isThere)).rejects.toThrow(
      'SES\'s active receipt rule set in eu-west-1 is company, and SES has only one. Add "ruleSet": "company" to "replies": the stack then adds its rule to it',
    );
    await checkReplies(named, place, isThere);
    await expect(checkReplies(named, regionWith(null).place, isThere)).rejects.toThrow(
      "SES's receipt rule set company is not active in eu-west-1",
    );
  });

  test('a region in which SES receives no mail is refused', async () => {
    await expect(checkReplies(replies, regionWith(null).place, async () => false)).rejects.toThrow(
      'SES cannot receive mail in eu-west-1',
    );
  });

  test('without the setting AWS is asked nothing', async () => {
    const rules = { active: () => Promise.reject(new Error('asked')), activate: isThere as never };
    const place = { stack: 'mail', region: 'eu-west-1', rules };

    await checkReplies(undefined, place, () => Promise.reject(new Error('asked')));
    expect(await activateReplies(undefined, place)).toBe(false);
  });
});

test('after a deployment the stack’s own rule set is activated, and never in place of another', async () => {
  const empty = regionWith(null);
  const taken = regionWith('company');
  const named = { ...replies, ruleSet: 'company' };

  expect(await activateReplies(replies, empty.place)).toBe(true);
  expect(await activateReplies(replies, taken.place)).toBe(false);
  expect(await activateReplies(named, empty.place)).toBe(false);
  expect([empty.activated, taken.activated]).toEqual([['mail-replies'], []]);
});
