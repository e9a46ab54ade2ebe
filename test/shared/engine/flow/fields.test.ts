import { expect, test } from '../../../jest.ts';
import { flowWith, shownProblemsOf } from './graphs.ts';

const noAddress = 'must be an address like hi@example.com or Name <hi@example.com>: it has no @';
const ofRe2 = 'RE2 syntax has no look-around, no back-references and at most 1,000 repeats';
const matching = (pattern: string) =>
  flowWith.verification({ kind: 'regex', field: 'name', pattern });

test.each([
  [
    'a sender that is no address',
    flowWith.provider({ from: 'acme' }),
    `bad-mailbox, /nodes/1/from: node "send": from ${noAddress}`,
  ],
  [
    'a reply-to that is no address',
    flowWith.provider({ replyTo: 'acme' }),
    `bad-mailbox, /nodes/1/replyTo: node "send": replyTo ${noAddress}`,
  ],
  [
    'an address to unsubscribe without https',
    flowWith.provider({ unsubscribe: 'http://acme.example/u' }),
    'bad-unsubscribe, /nodes/1/unsubscribe: node "send": unsubscribe must begin with https://',
  ],
  [
    'a pattern that does not compile',
    matching('(a'),
    `bad-pattern, /nodes/1/pattern: node "check": pattern does not compile (missing closing ): \`(a\`); ${ofRe2}`,
  ],
  [
    'a pattern that would hold a request for seconds',
    matching('a{0,1000}'.repeat(28)),
    'costly-pattern, /nodes/1/pattern: node "check": the patterns of the flow up to this one take 56,002 steps for each character, and at most 5,000 are allowed; lower the repeat counts, as in {1,20}',
  ],
  [
    'a pattern that looks around',
    matching('(?=a)'),
    `bad-pattern, /nodes/1/pattern: node "check": pattern does not compile (invalid or unsupported Perl syntax: \`(?=\`); ${ofRe2}`,
  ],
  [
    'a variable that is named twice',
    flowWith.variables([{ name: 'name' }, { name: 'name', default: 'x' }]),
    'duplicate-variable, /nodes/0/variables/1/name: node "inputs": variable "name" is already in node "inputs"; name it once',
  ],
])('%s is refused, naming the node', async (_, graph, problem) => {
  expect(await shownProblemsOf(graph)).toEqual([problem]);
});

test('the fields of a flow with too many nodes are not checked', async () => {
  const node = { id: 'check', type: 'verification', kind: 'regex', field: 'a', pattern: '(a' };

  expect(await shownProblemsOf({ nodes: Array(101).fill(node), edges: [] })).toEqual([
    'wrong-shape, /nodes: the flow: nodes must not have more than 100 items',
  ]);
});
