import fc from 'fast-check';
import { withDefaults } from '../../../../shared/engine/flow/variables.ts';
import type { TemplatePrograms } from '../../../../shared/engine/render/compiled-template.ts';
import { reportVariables } from '../../../../shared/engine/render/report.ts';
import { compileSource } from '../../../../shared/manage/templates/compile-source.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import type { Shape } from '../../../../shared/manage/types/shape.ts';
import { templateType } from '../../../../shared/manage/types/template-type.ts';
import { expect, test } from '../../../jest.ts';
import { anyContent, anyTemplate, valuesOf } from './generated-templates.ts';

type Variables = Record<string, unknown>;

test('no variable is missing in a rendering with variables that the types accept', async () => {
  const property = fc.asyncProperty(anyTemplate, fc.gen(), expectAll);
  // A failing case is not shrunk, because shrinking a template with its values takes minutes.
  await fc.assert(property, { numRuns: 500, endOnFailure: true });
});

test('no variable is missing in a rendering in any language with variables that the types accept', async () => {
  const languages = fc.record({ de: anyContent, pt: anyContent });
  const property = fc.asyncProperty(anyTemplate, languages, fc.gen(), (source, others, gen) =>
    expectAll({ ...source, language: 'en', languages: others }, gen),
  );
  await fc.assert(property, { numRuns: 300, endOnFailure: true });
});

/** Renders a template in each of its languages, with variables of its types. */
async function expectAll(source: TemplateSource, gen: fc.GeneratorValue): Promise<void> {
  const compilation = await compileSource(source);
  fc.pre(compilation.ok);
  if (!compilation.ok) return;
  const { compiled: own, languages = {}, plan } = compilation.revision;
  const { variables, rendered } = templateType('letter', compilation.revision);
  const defaults = plan.variables.flatMap((node) => node.defaults);
  const variablesOf = (shape: Shape) => gen(() => valuesOf(shape)) as Variables;
  for (const compiled of [own, ...Object.values(languages).map((one) => one.compiled)]) {
    expect(missing(compiled, withDefaults(variablesOf(variables), defaults))).toEqual([]);
    expect(missing({ ...compiled, text: null }, variablesOf(rendered))).toEqual([]);
  }
}

/** The missing variables. Unlike a rendering, the report goes on after a value that cannot be printed. */
function missing(programs: TemplatePrograms, variables: Variables): readonly string[] {
  return reportVariables(programs, variables).missing;
}
