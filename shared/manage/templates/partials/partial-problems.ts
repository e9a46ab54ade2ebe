import { contentName, readSourceFile } from '../../../engine/render/join/source-file.ts';
import type { ManageProblem, ProblemPlace } from '../../manage-error.ts';
import type { TemplateSource } from '../template-source.ts';

/** Fields that a partial must not have, and a layout of one that is none itself. */
export function partialProblems({
  templateId,
  kind,
  layout,
  subject,
  html,
  flow,
  keep,
  secret,
}: TemplateSource): ManageProblem[] {
  if (kind !== 'partial') return [];
  const problems: (ManageProblem | false)[] = [
    templateId === contentName && { code: 'bad-id', part: 'id', message: contentSentence },
    subject !== '' && { code: 'partial', part: 'subject', message: notOfPartial('subject') },
    flow != null && { code: 'partial', part: 'flow', message: notOfPartial('flow') },
    keep !== undefined && { code: 'partial', part: 'keep', message: notOfPartial('keep') },
    secret !== undefined && { code: 'partial', part: 'secret', message: notOfPartial('secret') },
    layout !== undefined &&
      !readSourceFile(templateId, html).isLayout && {
        code: 'partial',
        part: 'html',
        message: layoutSentence,
      },
  ];
  return problems.filter((problem) => problem !== false);
}

/** A problem as the author of `ownId` sees it: at the place that takes the partial, or is taken. */
export function seenFrom(ownId: string, problem: ManageProblem): ManageProblem {
  const { partial, language, takenBy = [], line, column, ...about } = problem;
  const { templateId = ownId } = about;
  const id = partial ?? templateId;
  if (line === undefined || column === undefined) {
    return id === ownId ? problem : { ...about, origin: { templateId: id } };
  }
  const places = [{ partial, language, line, column }, ...takenBy];
  const own = places.find((place) => (place.partial ?? templateId) === ownId);
  return {
    ...about,
    ...(own && { line: own.line, column: own.column }),
    ...(own?.language !== undefined && { language: own.language }),
    ...(id !== ownId && { origin: { templateId: id, line, column } }),
  };
}

function notOfPartial(field: string): string {
  return `A partial has no ${field}: leave it out`;
}

const contentSentence =
  'The id content is reserved, because {{> content}} stands for the template inside a layout: give the partial another id';
const layoutSentence =
  'A partial can have a layout only if it is a layout itself: write {{> content}} here, or leave out layout';

type Reported = ProblemPlace & { message: string };

/** Reports a problem of a partial once: as its own, or for the first template that takes it. */
export function withoutRepeats<Problem extends Reported>(problems: readonly Problem[]): Problem[] {
  const alike = Map.groupBy<unknown, Problem>(problems, (problem) => {
    const { partial, language, part, line, column, message } = problem;
    if (partial === undefined) return problem;
    return JSON.stringify([partial, language, part, line, column, message]);
  });
  return [...alike.values()].flatMap(
    (same) => same.find(({ templateId, partial }) => templateId === partial) ?? same.slice(0, 1),
  );
}
