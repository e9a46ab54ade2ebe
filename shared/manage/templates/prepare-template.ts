import { revisionText, type TemplateRevision } from '../../adapters/tables/revision-format.ts';
import type { FlowStatus } from '../../adapters/tables/templates-table.ts';
import { compress } from '../../adapters/tables/zstd.ts';
import {
  maxKeepDays,
  maxNameCharacters,
  maxRevisionJsonBytes,
  maxSecretVariables,
  maxStoredRevisionBytes,
  maxTagCharacters,
  maxTags,
  maxTestDataBytes,
} from '../../engine/limits.ts';
import { isId } from '../../id.ts';
import { keepDays } from '../../message/copy-rule.ts';
import type { ManageProblem } from '../manage-error.ts';
import { nameProblem } from '../name.ts';
import { compileSource } from './compile-source.ts';
import { contentProblems, languageProblems } from './language-problems.ts';
import { type KnownPartials, revisionsTaken } from './partials/known-partials.ts';
import { partialProblems } from './partials/partial-problems.ts';
import type { TemplateSource } from './template-source.ts';

export interface PreparedTemplate {
  templateId: string;
  revision: TemplateRevision;
  /** The revision as it will be stored. */
  content: Uint8Array;
  flowStatus: FlowStatus;
  /** The partials that are saved with it, and whose revisions the save numbers. */
  savedWith?: readonly string[];
  /** Whether it is saved only because a partial that it takes is. */
  isDependent?: boolean;
  /** The revision of a dependent's content. If another one is served, it is not saved. */
  preparedFrom?: number;
}

export type Preparation =
  | { ok: true; prepared: PreparedTemplate }
  | {
      ok: false;
      problems: readonly ManageProblem[];
      /** The ids of the known partials that it takes. */
      taken: readonly string[];
    };

/**
 * Checks, compiles and encodes a template, and returns all problems together. It writes nothing.
 *
 * @param known the partials that it may take; without them it takes none
 */
export async function prepareTemplate(
  source: TemplateSource,
  known?: KnownPartials,
): Promise<Preparation> {
  const { templateId } = source;
  const refused = (problems: readonly ManageProblem[]): Preparation => ({
    ok: false,
    problems: problems.map((problem) => ({ templateId, ...problem })),
    taken: known ? Object.keys(revisionsTaken(source, known)) : [],
  });

  const tooMuch = [
    ...limitProblems(source),
    ...languageProblems(source),
    ...partialProblems(source),
  ];
  const compilation = await compileSource(source, known);
  if (!compilation.ok) return refused([...tooMuch, ...compilation.problems]);
  if (tooMuch.length > 0) return refused(tooMuch);
  const stored = revisionText(compilation.revision);
  const storedBytes = Buffer.byteLength(stored);
  if (storedBytes > maxRevisionJsonBytes) {
    const message = `comes to ${inKilobytes(storedBytes)} with its languages, and at most ${inKilobytes(maxRevisionJsonBytes)} can be stored: shorten it, or leave languages out`;
    return refused([{ code: 'too-large', part: 'html', message }]);
  }
  const content = compress(stored);
  if (content.length > maxStoredRevisionBytes) {
    const all = compilation.revision.languages ? ' with its languages' : '';
    const message = `compresses to ${inKilobytes(content.length)}${all}, and at most ${inKilobytes(maxStoredRevisionBytes)} can be stored: link to images instead of embedding them in the HTML`;
    return refused([{ code: 'too-large', part: 'html', message }]);
  }
  const { revision, flowStatus } = compilation;
  const { partials = {} } = revision;
  const savedWith = Object.keys(partials).filter((id) => partials[id] === 0);
  return { ok: true, prepared: { templateId, revision, content, flowStatus, savedWith } };
}

/** All problems but those that `compileSource` finds: placeholders, flow, and the sizes of subject, HTML and text. */
function limitProblems(source: TemplateSource): ManageProblem[] {
  const { templateId, name, keep, secret = [], tags = [], testData = {} } = source;
  const wrongName = nameProblem(name);
  const dataBytes = Buffer.byteLength(JSON.stringify(testData));
  const problems: (ManageProblem | false)[] = [
    !isId(templateId) && { code: 'bad-id', part: 'id', message: idSentence },
    wrongName !== null && { code: 'bad-name', part: 'name', message: `name ${wrongName}` },
    keep !== undefined &&
      keepDays(keep) === null && { code: 'bad-keep', part: 'keep', message: keepSentence },
    secret.length > maxSecretVariables && {
      code: 'bad-secret',
      part: 'secret',
      message: `secret must not have more than ${maxSecretVariables} names`,
    },
    !secret.every(isVariableName) && {
      code: 'bad-secret',
      part: 'secret',
      message: secretSentence,
    },
    (tags.length > maxTags || new Set(tags).size < tags.length || !tags.every(isTag)) && {
      code: 'bad-tags',
      part: 'tags',
      message: tagsSentence,
    },
    dataBytes > maxTestDataBytes && {
      code: 'too-large',
      part: 'testData',
      message: `is larger than ${inKilobytes(maxTestDataBytes)}`,
    },
  ];
  return [...problems.filter((problem) => problem !== false), ...contentProblems(source)];
}

function isVariableName(name: string): boolean {
  return name.length <= maxNameCharacters && !/[\s{}|]|^\.|\.\.|\.$|^$/.test(name);
}

const isTag = (tag: string): boolean =>
  tag.length <= maxTagCharacters && /^[\p{L}\p{N}]([\p{L}\p{N} _-]*[\p{L}\p{N}])?$/u.test(tag);

function inKilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024)} KB`;
}

const idSentence =
  'id must be 1 to 64 letters, digits, hyphens or underscores, and begin with a letter or digit';
const keepSentence = `keep must be a number of days from 1d to ${maxKeepDays}d, such as 7d`;
const tagsSentence = `tags must be at most ${maxTags} different words of letters, digits, spaces, hyphens and underscores, such as billing, of ${maxTagCharacters} characters each`;
const secretSentence = 'secret must be a list of names of variables, such as code or user.code';
