import fc from 'fast-check';
import { joined, weighted, words } from '../draw.ts';

const id = fc.constantFrom('a', 'b', 'c', 'd', 'mail', 'send', '', '__proto__', 'a/b~c', '😀');

const text = fc.oneof(
  fc.constantFrom('name', '_to', '_subject', 'a.b', 'constructor', 'hi@acme.example', '.', ''),
  fc.string({ maxLength: 6 }),
);

/** A tree of arrays or objects, deeper than any code should recurse. */
const deep = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.nat(3000))
  .map(([open, levels]): unknown =>
    JSON.parse(`${open.repeat(levels)}1${(open === '[' ? ']' : '}').repeat(levels)}`),
  );

const anyValue = fc.oneof(fc.jsonValue({ maxDepth: 3 }), deep, text);

const mostly = <T>(usual: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  weighted([12, usual], [1, anyValue]);

const repetitions = words('+ * ? +? {2,} {1000} {0,30} {10} ** {1001} {,3}');

/** Patterns that RE2 may accept; some of them never end in other engines. */
export const hostilePattern: fc.Arbitrary<string> = fc.oneof(
  fc.letrec<{ pattern: string; atom: string }>((tie) => ({
    pattern: joined(tie('atom'), { minLength: 1, maxLength: 5 }),
    atom: fc.oneof(
      { maxDepth: 6 },
      fc.constantFrom(...words('a . \\d [a-z] [^\\x00-\\x{10FFFF}] \\pL ^ $ \\b (?i) é | 😀')),
      fc
        .tuple(tie('pattern'), fc.constantFrom(...repetitions))
        .map(([inner, times]) => `(${inner})${times}`),
    ),
  })).pattern,
  fc.string({ unit: fc.constantFrom(...'()[]{}?*+|\\^$.-:=!<>PpQEk1a,'), maxLength: 30 }),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

const node = fc.oneof(
  fc.record({ id: mostly(id), type: fc.constantFrom('template', 'callback') }),
  fc.record({
    id: mostly(id),
    type: fc.constant('variables'),
    variables: mostly(
      fc.array(fc.record({ name: mostly(text), default: anyValue }, { requiredKeys: ['name'] }), {
        maxLength: 3,
      }),
    ),
  }),
  fc.record({
    id: mostly(id),
    type: fc.constant('verification'),
    kind: fc.constant('required_fields'),
    fields: mostly(fc.array(text, { maxLength: 3 })),
  }),
  fc.record({
    id: mostly(id),
    type: fc.constant('verification'),
    kind: fc.constant('regex'),
    field: mostly(text),
    pattern: mostly(hostilePattern),
    message: mostly(fc.constantFrom(null, 'No.')),
  }),
  fc.record({
    id: mostly(id),
    type: fc.constant('verification'),
    kind: fc.constantFrom('email_domain', 'x'),
  }),
  fc.record({
    id: mostly(id),
    type: fc.constant('provider'),
    provider: fc.constantFrom('ses', 'ses', 'x'),
    from: mostly(fc.constantFrom('hi@acme.example', 'nobody')),
    replyTo: mostly(fc.constantFrom(null, 'hi@acme.example')),
    unsubscribe: mostly(
      fc.constantFrom(null, 'https://acme.example/{{a}}', '{{a}}', 'https://acme.example/{{#a}}'),
    ),
  }),
);

const edge = fc.record({ from: mostly(id), to: mostly(id) });

const lists = fc.record({
  nodes: mostly(fc.array(mostly(node), { maxLength: 8 })),
  edges: mostly(fc.array(mostly(edge), { maxLength: 12 })),
});

/** A chain of nodes to an output, with one more edge or none. */
const chain = fc
  .tuple(fc.array(node, { maxLength: 6 }), fc.boolean(), fc.array(edge, { maxLength: 1 }))
  .map(([inner, sends, more]) => {
    const nodes = [
      ...inner
        .filter(({ type }) => type === 'variables' || type === 'verification')
        .map((each, index) => ({ ...each, id: `n${index}` })),
      { id: 'mail', type: 'template' },
      sends
        ? { id: 'send', type: 'provider', provider: 'ses', from: 'hi@acme.example' }
        : { id: 'back', type: 'callback' },
    ];
    const edges = nodes.slice(1).map(({ id: to }, index) => ({ from: nodes[index]?.id, to }));
    return { nodes, edges: [...edges, ...more] };
  });

/** Enough nodes and edges that quadratic work would show. */
const large = fc.tuple(fc.nat(120), fc.nat(2000), fc.boolean()).map(([count, edges, isCycle]) => ({
  nodes: Array.from({ length: count }, (_, at) => ({
    id: `n${at}`,
    type: 'variables',
    variables: [],
  })),
  edges: Array.from({ length: edges }, (_, at) => ({
    from: `n${at % (count + 1)}`,
    to: `n${(at * 7 + (isCycle ? 0 : 1)) % (count + 1)}`,
  })),
}));

/** A flow that is broken on purpose. */
export const hostileGraph: fc.Arbitrary<unknown> = weighted(
  [4, lists],
  [4, chain],
  [1, large],
  [1, anyValue],
);

const names = fc.constantFrom('name', 'a', 'a.b', 'constructor');

/** Variables and delivery fields of a request. */
export const hostileInput = fc.record({
  variables: fc.dictionary(names, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }),
  delivery: fc.record(
    {
      _to: fc.constantFrom('ann@example.com', 'nobody', ''),
      _subject: fc.string({ maxLength: 5 }),
    },
    { requiredKeys: [] },
  ),
  dryRun: fc.boolean(),
});
