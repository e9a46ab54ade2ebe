import fc from 'fast-check';
import { handlebarsOf } from '../../../../../cli/commands/template/import/languages/handlebars.ts';
import { expect, test } from '../../../../jest.ts';
import { imported } from './conversion.ts';

const handlebars = handlebarsOf({ service: 'Handlebars' });

/** The names that a template may use in one level of the data below, and how to enter other levels. */
interface DataLevel {
  values: readonly string[];
  lists: readonly [name: string, items: DataLevel][];
  objects: readonly [name: string, members: DataLevel][];
}

const tag: DataLevel = { values: ['this'], lists: [], objects: [] };
const label: DataLevel = { ...tag };
const item: DataLevel = { values: ['title', 'price'], lists: [['tags', tag]], objects: [] };
const user: DataLevel = { values: ['city', 'age'], lists: [], objects: [] };
const top: DataLevel = {
  values: ['name', 'flag', 'count'],
  lists: [
    ['items', item],
    ['labels', label],
  ],
  objects: [['user', user]],
};

/** A piece of a template in the levels `around`, innermost first. */
function piece(around: readonly DataLevel[], depth: number): fc.Arbitrary<string> {
  const [level = top] = around;
  const up = (count: number, name: string) =>
    '../'.repeat(count) + (count > 0 && name === 'this' ? '.' : name);
  const values = around.flatMap(({ values: own }, count) =>
    own.filter((name) => count === 0 || name !== 'this').map((name) => up(count, name)),
  );
  // Handlebars adds no level for an item that equals the level around it.
  const lists = around.flatMap(({ lists: own }, count) =>
    own
      .filter(([, items]) => !around.includes(items))
      .map(([name, items]) => [up(count, name), items] as const),
  );
  const conditions = [
    ...values,
    ...lists.map(([name]) => name),
    ...level.objects.map(([name]) => name),
  ];
  const leaf = fc.oneof(
    fc.constantFrom('a', ' b ', '<i>c</i>'),
    fc.constantFrom(...values).map((path) => `{{${path}}}`),
  );
  if (depth === 0) return leaf;
  const inside = (levels: readonly DataLevel[]) =>
    fc.array(piece(levels, depth - 1), { maxLength: 3 }).map((pieces) => pieces.join(''));
  const same = inside(around);
  const blocks = [
    fc
      .tuple(fc.constantFrom('if', 'unless'), fc.constantFrom(...conditions), same, same)
      .map(([kind, path, one, other]) => `{{#${kind} ${path}}}${one}{{else}}${other}{{/${kind}}}`),
    fc
      .tuple(fc.constantFrom(...conditions), fc.constantFrom(...conditions), same, same, same)
      .map(
        ([one, other, a, b, c]) => `{{#if ${one}}}${a}{{else if ${other}}}${b}{{else}}${c}{{/if}}`,
      ),
    ...lists.map(([path, items]) =>
      fc
        .tuple(inside([items, ...around]), same)
        .map(([body, otherwise]) => `{{#each ${path}}}${body}{{else}}${otherwise}{{/each}}`),
    ),
    ...level.objects.map(([path, members]) =>
      inside([members, ...around]).map((body) => `{{#with ${path}}}${body}{{/with}}`),
    ),
  ];
  return fc.oneof(leaf, ...blocks);
}

const plain = { noNullPrototype: true };

const data = fc.record(
  {
    name: fc.constantFrom('Ada', '', 'A & B'),
    flag: fc.boolean(),
    count: fc.constantFrom(0, 3),
    user: fc.record({ city: fc.constantFrom('Rome', ''), age: fc.constantFrom(0, 7) }, plain),
    labels: fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 }),
    items: fc.array(
      fc.record(
        {
          title: fc.constantFrom('One', ''),
          price: fc.constantFrom(0, 5),
          tags: fc.array(fc.constantFrom('t', 'u'), { maxLength: 2 }),
        },
        plain,
      ),
      { maxLength: 3 },
    ),
  },
  plain,
);

test('whatever is converted without a problem renders as Handlebars renders it', async () => {
  let rendered = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(piece([top], 3), { minLength: 1, maxLength: 4 }),
      data,
      async (pieces, given) => {
        const { problems, comparison } = await imported(
          handlebars,
          `<p>${pieces.join('')}</p>`,
          given,
        );
        if (problems?.length) return;
        rendered++;
        expect(comparison).toEqual({ state: 'same' });
      },
    ),
    { numRuns: 300 },
  );
  expect(rendered).toBeGreaterThan(100);
});
