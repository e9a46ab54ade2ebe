import fc from 'fast-check';
import type {
  LanguageSource,
  TemplateSource,
} from '../../../../shared/manage/templates/template-source.ts';
import type { Shape } from '../../../../shared/manage/types/shape.ts';

/** Names that sections, items and their surroundings share, so that a fault can pick the wrong value. */
const name = fc.constantFrom('a', 'b', 'c', 'a.b', 'b.c', 'c.a', 'a.b.c', 'c.length', 'order-no');

const { body } = fc.letrec<{ body: string; piece: string }>((tie) => ({
  piece: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    name.map((one) => `{{${one}}} `),
    name.map((one) => `{{${one}|x}} `),
    fc.constant('{{.}} '),
    fc
      .tuple(
        fc.constantFrom('#', '#', '^'),
        fc.oneof({ weight: 9, arbitrary: name }, { weight: 1, arbitrary: fc.constant('.') }),
        tie('body'),
      )
      .map(([sign, one, inner]) => `{{${sign}${one}}}${inner}{{/${one}}}`),
  ),
  body: fc.array(tie('piece'), { maxLength: 4 }).map((pieces) => pieces.join('')),
}));

const scalar = fc.constantFrom<string | number | boolean>('', 'text', 0, 7, true, false);

/** Data with the same names, of any form. */
const { data } = fc.letrec<{ data: Record<string, unknown>; value: unknown }>((tie) => ({
  data: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3 }),
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    tie('data'),
    fc.array(tie('data'), { maxLength: 2 }),
  ),
}));

/** A flow that gives defaults to variables, and requires one. */
const flow = fc
  .record({
    defaults: fc.uniqueArray(
      fc.record({ name: fc.constantFrom('a', 'b.c', 'c'), default: scalar }),
      {
        selector: (one) => one.name,
        maxLength: 2,
      },
    ),
    fields: fc.uniqueArray(fc.constantFrom('a', 'd'), { minLength: 1 }),
  })
  .map(({ defaults, fields }) => ({
    nodes: [
      { id: 'inputs', type: 'variables', variables: [{ name: 'a.b' }, ...defaults] },
      { id: 'given', type: 'verification', kind: 'required_fields', fields },
      { id: 'letter', type: 'template' },
      { id: 'return', type: 'callback' },
    ],
    edges: [
      { from: 'inputs', to: 'given' },
      { from: 'given', to: 'letter' },
      { from: 'letter', to: 'return' },
    ],
  }));

const content = {
  subject: body.filter((text) => !text.includes('\n')),
  html: body.map((text) => `<p>${text}</p>`),
  text: body,
};

/** The content of such a template in one language. */
export const anyContent: fc.Arbitrary<LanguageSource> = fc.record(content, {
  requiredKeys: ['subject', 'html'],
});

/** Templates whose sections, names and defaults collide, with and without test data and a flow. */
export const anyTemplate: fc.Arbitrary<TemplateSource> = fc.record(
  {
    templateId: fc.constant('letter'),
    name: fc.constant('Letter'),
    ...content,
    testData: data,
    flow,
  },
  { requiredKeys: ['templateId', 'name', 'subject', 'html'] },
);

/** The values of a type. */
export function valuesOf(shape: Shape): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'value':
      return scalar;
    case 'list':
      return fc.array(valuesOf(shape.of), { maxLength: 2 });
    case 'either':
      return fc.oneof(...shape.of.map(valuesOf));
    case 'object': {
      const fields = shape.fields.map(({ name: key, shape: one }) => [key, valuesOf(one)] as const);
      const required = shape.fields.filter(({ isRequired }) => isRequired);
      return fc.record(Object.fromEntries(fields), {
        requiredKeys: required.map(({ name: key }) => key),
      });
    }
  }
}
