import fc from 'fast-check';
import { compareLanguages } from '../../../../../cli/commands/template/lint/language-findings.ts';
import { withDefaults } from '../../../../../shared/engine/flow/variables.ts';
import { reportVariables } from '../../../../../shared/engine/render/report.ts';
import { compileSource } from '../../../../../shared/manage/templates/compile-source.ts';
import type { TemplateSource } from '../../../../../shared/manage/templates/template-source.ts';
import { inferValues } from '../../../../../shared/manage/types/infer-values.ts';
import { shapeOf } from '../../../../../shared/manage/types/shape.ts';
import { programsIn, typedTemplate } from '../../../../../shared/manage/types/template-type.ts';
import { expect, test } from '../../../../jest.ts';
import { anyTemplate, valuesOf } from '../../../../shared/manage/types/generated-templates.ts';

const letter = { templateId: 'letter', name: 'Letter', subject: 'Hello' };

async function compiled(source: TemplateSource) {
  const compilation = await compileSource(source);
  return compilation.ok ? compilation.revision : null;
}

/** The variables that only `other` requires, and the variables that it lacks. */
async function compare(own: string, other: string, template: Partial<TemplateSource> = {}) {
  const [one, two] = await Promise.all(
    [own, other].map((html) => compiled({ ...letter, ...template, html })),
  );
  if (!one || !two) throw new Error('A template of the test does not compile');
  return compareLanguages(one, one.compiled, two.compiled);
}

const flow = (node: object) => {
  const all = [
    { id: 'in', ...node },
    { id: 'mail', type: 'template' },
    { id: 'back', type: 'callback' },
  ];
  const edges = all.slice(1).map(({ id }, at) => ({ from: all[at]?.id, to: id }));
  return { nodes: all, edges };
};

const defaults = { type: 'variables', variables: [{ name: 'plan', default: 'free' }] };
const requires = { type: 'verification', kind: 'required_fields', fields: ['plan'] };

test.each<[string, string, string, Partial<TemplateSource>]>([
  ['the other has a default for it', '{{name}}', '{{name|Ada}}', {}],
  [
    'one writes a dotted name, and the other a section',
    '{{order.id}}',
    '{{#order}}{{id}}{{/order}}{{order.id}}',
    {},
  ],
  ['the flow gives a default', '{{name}}', '{{name}} {{plan}}', { flow: flow(defaults) }],
  ['the flow requires it', '{{name}}', '{{name}} {{plan}}', { flow: flow(requires) }],
])('two languages require the same variables if %s', async (_, own, other, template) => {
  expect(await compare(own, other, template)).toEqual({ required: [], missing: [] });
});

test.each<[string, string, string, string[]]>([
  ['only it prints', '{{name}}', '{{name}} {{plan}}', ['plan']],
  ['the own language prints with a default', '{{name|you}}', '{{name}}', ['name']],
  [
    'the own language prints only in a section',
    '{{#vip}}{{name}}{{/vip}}',
    '{{#vip}}{{name}}{{/vip}}{{name}}',
    ['name'],
  ],
  [
    'the own language prints in the opposite section',
    '{{#vip}}{{name}}{{/vip}}',
    '{{#vip}}{{/vip}}{{^vip}}{{name}}{{/vip}}',
    ['name'],
  ],
])('only the other language requires what %s', async (_, own, other, required) => {
  expect((await compare(own, other)).required).toEqual(required);
});

test('a language lacks the variables that only the own language has, also those of sections and with defaults', async () => {
  const own = '{{name}} {{plan|free}} {{#items}}{{title}}{{/items}}{{#vip}}!{{/vip}}';

  const difference = await compare(own, '{{name}} {{#items}}{{/items}}');

  expect(difference).toEqual({ required: [], missing: ['plan', 'title', 'vip'] });
});

test('a mail in a language that requires nothing alone has all variables with which the own language has all', async () => {
  let compared = 0;
  const property = fc.asyncProperty(
    fc.tuple(anyTemplate, anyTemplate, fc.gen()),
    async ([template, { subject, html, text }, gen]) => {
      const [one, two] = [
        await compiled(template),
        await compiled({ ...template, subject, html, text }),
      ];
      fc.pre(one !== null && two !== null);
      if (!one || !two) return;
      const { plan } = one;
      fc.pre(compareLanguages(one, one.compiled, two.compiled).required.length === 0);
      const programs = [one, two].flatMap((each) => programsIn(each.compiled, true));
      const unneeded = programs.map(({ program }) => ({ program, isRendered: false }));
      const shape = shapeOf(inferValues(typedTemplate(one, plan, unneeded, true)));
      const given = gen(() => valuesOf(shape)) as Record<string, unknown>;
      const variables = withDefaults(
        given,
        plan.variables.flatMap((node) => node.defaults),
      );
      fc.pre(reportVariables(one.compiled, variables).missing.length === 0);
      compared++;

      expect(reportVariables(two.compiled, variables).missing).toEqual([]);
    },
  );
  await fc.assert(property, { numRuns: 500, endOnFailure: true });
  expect(compared).toBeGreaterThan(100);
});
