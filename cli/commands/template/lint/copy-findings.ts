import type { CompiledTemplate } from '../../../../shared/engine/render/compiled-template.ts';
import type { TemplateSource } from '../../../../shared/manage/templates/template-source.ts';
import { isNamedSecret } from '../../../../shared/message/mask-secrets.ts';
import type { LintFinding } from './finding.ts';
import { flowFields, placeOfVariable } from './variable-findings.ts';

/** Likely mistakes in a template's fields for copies: secrets that copies would contain, and names that nothing has. */
export function copyFindings(
  source: TemplateSource,
  { variables }: Pick<CompiledTemplate, 'variables'>,
): LintFinding[] {
  const used = variables.map(({ within, name }) => [...within, ...name.split('.')]);
  const given = [...flowFields(source.flow), ...Object.keys(source.testData ?? {})];
  const paths = [...used, ...given.map((name) => name.split('.'))];
  return [...keptSecrets(source, paths), ...unknownSecrets(source, paths)];
}

type VariablePaths = readonly (readonly string[])[];

function keptSecrets({ keep, ...source }: TemplateSource, paths: VariablePaths): LintFinding[] {
  if (keep === undefined) return [];
  const { secret = [] } = source;
  const exposed = paths.filter((path) => soundsSecret(path) && !isNamedSecret(path, secret));
  const names = new Set(exposed.map((path) => path.at(-1) ?? ''));
  return [...names].map((name) => ({
    code: 'kept-secret',
    ...placeOf(source, name, exposed),
    message: `each copy has the value of ${name} for ${keep}: add ${JSON.stringify(name)} to secret in template.json, or remove keep`,
  }));
}

/** The last part of a name, word by word: `reset_token`, `signInLink`, `OTP`, `passcode`. */
function soundsSecret(path: readonly string[]): boolean {
  const words = (path.at(-1) ?? '').replace(/([a-z\d])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/);
  return words.some((word) => /(?:code|token|password|link|otp)s?$/i.test(word));
}

/** Where the template first has the variable; its field `keep` if only the flow or the test data have it. */
function placeOf(source: TemplateSource, name: string, exposed: VariablePaths) {
  const written = exposed.find((path) => path.at(-1) === name)?.join('.') ?? name;
  const place = [written, name].map((each) => placeOfVariable(source, each));
  return place.find(({ line }) => line !== undefined) ?? { part: 'keep' as const };
}

function unknownSecrets({ secret = [] }: TemplateSource, paths: VariablePaths): LintFinding[] {
  return secret
    .filter((name) => !paths.some((path) => isNamedSecret(path, [name])))
    .map((name) => ({
      code: 'unknown-secret',
      part: 'secret',
      message: `${name} is not a variable of the template: delete it, or correct the name`,
    }));
}
