import * as z from 'zod';
import { isTestMessage } from '../../../shared/message/message-id.ts';
import { senderProblem } from '../../../shared/message/sender.ts';
import { drafts, withServed } from '../template/replay/candidates.ts';
import { replay } from '../template/replay/replay.ts';
import { type Failure, reportOf } from '../template/replay/replay-report.ts';
import { templateId, untrusted, wholeNumber } from './fields.ts';
import { reads, tool } from './tool.ts';

const input = z.strictObject({
  id: templateId,
  last: wholeNumber('last', { most: 1000 }).default(100).describe('At most so many mails'),
});

const ids = z.array(z.string());
const failures = z.array(z.object({ messages: ids, untrusted: untrusted({ error: z.string() }) }));

const output = z.object({
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
  complete: z.boolean().describe('Whether it has looked at all kept copies'),
});

export const replayTemplate = tool({
  name: 'replay_template',
  title: 'Replay a draft',
  about:
    "Makes the mails of kept copies again, with a template's draft, and compares them with what is served. It answers which messages differ, and not what is in them. It sends nothing. Save a draft first.",
  untrusted: 'errors that quote the template',
  input,
  output,
  annotations: reads,
  run: async ({ id, last }, desk) => {
    const { ports, accountId, deployment } = await desk.open();
    const comparisons = await withServed(ports, accountId, await drafts(ports, accountId, [id]));
    const { senders } = deployment;
    const { replays, left } = await replay(ports, accountId, comparisons, {
      last,
      senderProblem: (from) => senderProblem(from, { senders, sending: true }),
      progress: () => {},
    });
    const [found] = replays;
    if (found === undefined) throw new Error(`Nothing was replayed for ${id}`);
    const {
      draft = 0,
      notChecked: _,
      newer,
      oldest: __,
      ...report
    } = reportOf(found, isTestMessage);
    return {
      ...{ ...report, draft },
      wouldFail: report.wouldFail.map(failure),
      failAlready: report.failAlready.map(failure),
      complete: !left.tooMany && left.newer.length + newer.length === 0,
    };
  },
});

const failure = ({ error, messages }: Failure) => ({ messages, untrusted: { error } });
