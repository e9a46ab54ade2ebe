import * as z from 'zod';
import { readPlan } from '../../../shared/engine/flow/plan.ts';
import { withDefaults } from '../../../shared/engine/flow/variables.ts';
import { canonicalTag } from '../../../shared/engine/language/language-tag.ts';
import { ManageError } from '../../../shared/manage/manage-error.ts';
import { drafts, withServed } from '../../../shared/manage/replay/comparisons.ts';
import { replay } from '../../../shared/manage/replay/replay.ts';
import { findIn } from '../../../shared/manage/templates/branch-problems.ts';
import {
  readKnown,
  readRecorded,
} from '../../../shared/manage/templates/partials/known-partials.ts';
import { renderDraft } from '../../../shared/manage/templates/render-draft.ts';
import { contentIn, sourceOf } from '../../../shared/manage/templates/template-source.ts';
import { isTestMessage } from '../../../shared/message/message-id.ts';
import { judge } from '../template/lint/finding.ts';
import { branchFindings, lintTemplate as lint } from '../template/lint/lint-template.ts';
import { reportOf } from '../template/replay/replay-report.ts';
import { apart, isDraft, language, templateId, untrusted, variables } from './fields.ts';
import { storedTemplate } from './templates.ts';
import { tool } from './tool.ts';

export const renderTemplate = tool({
  name: 'render_template',
  title: 'Render a template',
  about:
    'Renders a template as its mail would be, and reports missing and unused variables and likely mistakes. It sends nothing.',
  untrusted: 'the rendered mail, names of variables, and messages that quote the template',
  input: z.strictObject({ id: templateId, variables, language, draft: isDraft }),
  output: z.object({
    id: z.string(),
    revision: z.int(),
    language: z.string().nullable(),
    warnings: z.array(
      z.object({
        code: z.string(),
        part: z.string(),
        line: z.int().optional(),
        column: z.int().optional(),
        untrusted: untrusted({ message: z.string() }),
      }),
    ),
    untrusted: untrusted({
      subject: z.string(),
      html: z.string(),
      text: z.string(),
      missing: z
        .array(z.string())
        .describe('Variables without a value and a default: a send without them is refused'),
      unused: z
        .array(z.string())
        .describe('Variables that were given, and the template does not use'),
    }),
  }),
  run: async ({ id, variables: given, language: wanted, draft }, access) => {
    if (wanted !== undefined && canonicalTag(wanted) === null) {
      throw new ManageError('language must be a language tag such as pt or pt-BR');
    }
    const opened = await access.open();
    const { revision, content } = await storedTemplate(opened, id, draft);
    const source = sourceOf(id, content);
    const shown = contentIn(source, wanted);
    const known = await readRecorded(opened.ports, opened.accountId, content.partials ?? {});
    const defaults = readPlan(content.plan)?.variables.flatMap((node) => node.defaults) ?? [];
    const rendering = await renderDraft(
      { ...source, ...shown, flow: undefined },
      { ...withDefaults(given ?? source.testData ?? {}, defaults) },
      known,
    );
    if (!rendering.ok) throw new ManageError(`${id} cannot be rendered`, rendering.problems);
    const { missing, unused, warnings, ...rendered } = rendering.rendered;
    return apart({
      ...{ ...rendered, id, revision, language: shown.language ?? null },
      ...{ missing: [...missing], unused: [...unused] },
      warnings: warnings.map((warning) => apart({ ...warning, message: warning.detail })),
    });
  },
});

export const lintTemplate = tool({
  name: 'lint_template',
  title: 'Check a template',
  about: 'Finds errors and likely mistakes in a template, each with its place.',
  untrusted: 'messages and pointers that quote the template',
  input: z.strictObject({ id: templateId, draft: isDraft }),
  output: z.object({
    id: z.string(),
    revision: z.int(),
    findings: z.array(
      z.object({
        code: z.string(),
        level: z.enum(['error', 'warning']),
        part: z.string().optional().describe('The part of the template: html, text, flow …'),
        language: z.string().optional(),
        partial: z.string().optional().describe('The partial whose source the place is in'),
        line: z.int().optional(),
        column: z.int().optional(),
        feature: z
          .string()
          .optional()
          .describe('What a mail client lacks, such as css-display-flex'),
        clients: z
          .array(z.string())
          .readonly()
          .optional()
          .describe('The mail clients that lack it'),
        share: z.number().optional().describe('The share of the readers who use them, an estimate'),
        source: z.string().optional().describe('The address of a page about it'),
        untrusted: untrusted({ message: z.string(), pointer: z.string().optional() }),
      }),
    ),
  }),
  run: async ({ id, draft }, access) => {
    const opened = await access.open();
    const { revision, content } = await storedTemplate(opened, id, draft);
    const source = sourceOf(id, content);
    const known = await readKnown(opened.ports, opened.accountId, [source]);
    const find = findIn(opened.ports, opened.accountId);
    const found = [
      ...(await lint(source, known, opened.deployment.senders)),
      ...(await branchFindings(source, find)),
    ];
    const findings = judge(found, {});
    return { id, revision, findings: findings.map(apart) };
  },
});

const ids = z.array(z.string());
const failures = z.array(z.object({ messages: ids, untrusted: untrusted({ error: z.string() }) }));

export const replayTemplate = tool({
  name: 'replay_template',
  title: 'Replay a draft',
  about:
    "Makes the mails of kept copies again, with a template's draft, and compares them with what is served. It answers which messages differ, and not what is in them. It sends nothing. Save a draft first.",
  untrusted: 'errors that quote the template',
  input: z.strictObject({
    id: templateId,
    last: z.int().min(1).max(1000).default(100).describe('At most so many mails'),
  }),
  output: z.object({
    id: z.string(),
    state: z
      .enum(['replayed', 'unchanged', 'new', 'noMails'])
      .describe(
        'unchanged: both make the same mails; new: none is served; noMails: no copies are kept',
      ),
    revision: z.int().nullable().describe('The revision that is served'),
    draft: z.int(),
    mails: z.int(),
    testMails: z.int().describe('How many of them are mails of test keys'),
    same: z.int(),
    differInText: ids.describe('The messages whose subject or text differs'),
    differInHtml: ids.describe('The messages that differ in nothing but their HTML'),
    wouldFail: failures.describe('Mails that are made now, and would not be made with the draft'),
    failAlready: failures,
    wouldBeMended: ids,
    notJudged: ids.describe('Mails that cannot be judged, because a value in their copy is masked'),
    complete: z.boolean().describe('False if the search ended after the newest 20,000 messages'),
  }),
  run: async ({ id, last }, access) => {
    const { ports, accountId, deployment } = await access.open();
    const comparisons = await withServed(ports, accountId, await drafts(ports, accountId, [id]));
    const { replays, tooMany } = await replay(ports, accountId, comparisons, {
      ...{ last, senders: deployment.senders },
      progress: () => {},
    });
    const [found] = replays;
    if (found === undefined) throw new Error(`Nothing was replayed for ${id}`);
    const { draft = 0, ...report } = reportOf(found, isTestMessage);
    return {
      ...{ ...report, draft },
      wouldFail: report.wouldFail.map(apart),
      failAlready: report.failAlready.map(apart),
      complete: !tooMany,
    };
  },
});
