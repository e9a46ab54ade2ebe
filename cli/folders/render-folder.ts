import { existsSync } from 'node:fs';
import type { TemplateRevision } from '../../shared/adapters/tables/revision-format.ts';
import { Refusal, refuse } from '../../shared/engine/errors.ts';
import { withDefaults } from '../../shared/engine/flow/variables.ts';
import { lookUpLanguage } from '../../shared/engine/language/look-up-language.ts';
import type { CompiledTemplate } from '../../shared/engine/render/compiled-template.ts';
import { type RenderedMail, renderMail } from '../../shared/engine/render/render-template.ts';
import { reportVariables } from '../../shared/engine/render/report.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import {
  compileSource,
  unsubscribePlaceholders,
} from '../../shared/manage/templates/compile-source.ts';
import type { KnownPartials } from '../../shared/manage/templates/partials/known-partials.ts';
import { filesRefused } from '../terminal/failure.ts';
import { locateIn } from './locate-problems.ts';
import { readTemplateFolder, type TemplateFolder } from './template-folder.ts';

export interface FolderRendering extends RenderedMail {
  /** The tag of the mail's language; undefined if the template does not declare its own. */
  language: string | undefined;
  /** Variables in the data that the template does not name. */
  unused: readonly string[];
}

export interface RenderingSettings {
  known: KnownPartials;
  beside?: readonly TemplateFolder[];
  /** The tag of the requested language. Default: the template's own. */
  wanted?: string | undefined;
}

/** Reads the folder of a template. @throws {ManageError} with every problem of its files */
export async function folderAt(path: string): Promise<TemplateFolder> {
  if (!existsSync(path)) throw new ManageError(`There is no folder ${path}`);
  const { folder, problems } = await readTemplateFolder(path);
  if (folder) return folder;
  throw filesRefused('Nothing was rendered', problems);
}

/** Renders in the language that fits `wanted` best. @throws {ManageError} for the template or its variables */
export async function renderFolder(
  folder: TemplateFolder,
  data: Record<string, unknown>,
  { known, beside = [], wanted }: RenderingSettings,
): Promise<FolderRendering> {
  const { source } = folder;
  const compilation = await compileSource(source, known);
  if (!compilation.ok) {
    const { templateId } = source;
    const problems = compilation.problems.map((problem) => ({ templateId, ...problem }));
    throw filesRefused('Nothing was rendered', problems.map(locateIn([...beside, folder])));
  }
  const { plan } = compilation.revision;
  const { language, compiled } = compiledIn(compilation.revision, wanted);
  const defaults = plan.variables.flatMap((node) => node.defaults);
  try {
    const rendering = await renderMail(compiled, withDefaults(data, defaults));
    if (rendering.outcome === 'missing') throw refuse('missingVariables', rendering.names);
    const { subject, html, text } = rendering;
    const inFlow = unsubscribePlaceholders(plan).map(({ name }) => name.split('.')[0] ?? name);
    const { unknown } = reportVariables(compiled, data);
    const unused = unknown.filter((name) => !inFlow.includes(name));
    return { subject, html, text, language, unused };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new ManageError(error.message, [], { cause: error });
  }
}

/** A template in one language. `language`: its tag; undefined for a template that does not name its own. */
interface CompiledLanguage {
  language: string | undefined;
  compiled: CompiledTemplate;
}

/** A revision in the language that fits a tag best, else in its own language, in the form that execute takes. */
function compiledIn(
  { language, languages = {}, compiled }: TemplateRevision,
  wanted: string | undefined,
): CompiledLanguage {
  const own = { language, compiled };
  if (wanted === undefined) return own;
  const tags = language === undefined ? [] : [language];
  const found = lookUpLanguage(wanted, [...tags, ...Object.keys(languages)]);
  const other = found === null ? undefined : languages[found];
  return other ? { language: found ?? undefined, compiled: other.compiled } : own;
}
