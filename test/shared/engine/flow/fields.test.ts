import type { FlowProblemCode } from '../../../../shared/engine/flow/flow-error.ts';
import { describe, expect, test } from '../../../jest.ts';
import { flowWith, problemsOf } from './graphs.ts';

describe('the values of fields', () => {
  test.each<[FlowProblemCode, string, unknown, string, string]>([
    [
      'bad-mailbox',
      'a sender that is no address',
      flowWith.provider({ from: 'acme' }),
      '/nodes/1/from',
      'node "send": from must be an address like hi@example.com or Name <hi@example.com>: it has no @',
    ],
    [
      'bad-mailbox',
      'a reply-to that is no address',
      flowWith.provider({ replyTo: 'acme' }),
      '/nodes/1/replyTo',
      'node "send": replyTo must be an address like hi@example.com or Name <hi@example.com>: it has no @',
    ],
    [
      'bad-unsubscribe',
      'an address to unsubscribe without https',
      flowWith.provider({ unsubscribe: 'http://acme.example/u' }),
      '/nodes/1/unsubscribe',
      'node "send": unsubscribe must begin with https://',
    ],
    [
      'bad-pattern',
      'a pattern that does not compile',
      flowWith.verification({ kind: 'regex', field: 'name', pattern: '(a' }),
      '/nodes/1/pattern',
      'node "check": pattern does not compile (missing closing ): `(a`); RE2 syntax has no look-around, no back-references and at most 1,000 repeats',
    ],
    [
      'costly-pattern',
      'a pattern that would hold a request for seconds',
      flowWith.verification({ kind: 'regex', field: 'name', pattern: 'a{0,1000}'.repeat(28) }),
      '/nodes/1/pattern',
      'node "check": the patterns of the flow up to this one take 56,002 steps for each character, and at most 5,000 are allowed; lower the repeat counts, as in {1,20}',
    ],
    [
      'bad-pattern',
      'a pattern that looks around',
      flowWith.verification({ kind: 'regex', field: 'name', pattern: '(?=a)' }),
      '/nodes/1/pattern',
      'node "check": pattern does not compile (invalid or unsupported Perl syntax: `(?=`); RE2 syntax has no look-around, no back-references and at most 1,000 repeats',
    ],
    [
      'duplicate-variable',
      'a variable that is named twice',
      flowWith.variables([{ name: 'name' }, { name: 'name', default: 'x' }]),
      '/nodes/0/variables/1/name',
      'node "inputs": variable "name" is already in node "inputs"; name it once',
    ],
  ])('%s: %s is refused, naming the node', async (code, _, graph, pointer, message) => {
    const problems = await problemsOf(graph);

    expect(problems).toEqual([{ code, node: expect.any(String), pointer, message }]);
    expect(message).toContain(`node "${problems[0]?.node}"`);
  });

  test('the fields of a flow with too many nodes are not checked', async () => {
    const node = { id: 'check', type: 'verification', kind: 'regex', field: 'a', pattern: '(a' };

    const problems = await problemsOf({ nodes: Array(101).fill(node), edges: [] });

    expect(problems.map(({ pointer }) => pointer)).toEqual(['/nodes']);
  });
});
