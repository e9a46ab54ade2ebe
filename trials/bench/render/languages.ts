import { renderStored } from '../../../functions/render/run.ts';
import type { Progress } from '../../../local/progress.ts';
import type { Item } from '../../../shared/adapters/tables/attributes.ts';
import type { Command, TablesClient } from '../../../shared/adapters/tables/dynamodb-client.ts';
import { templateLoader } from '../../../shared/adapters/tables/template-loader.ts';
import { headKey, revisionKey } from '../../../shared/adapters/tables/templates-table.ts';
import { maxLanguages } from '../../../shared/engine/limits.ts';
import { prepareTemplate } from '../../../shared/manage/templates/prepare-template.ts';
import { type Timed, timeRounds } from '../rounds.ts';
import type { SideBySide } from '../side-by-side.ts';
import { smallMail } from './mails.ts';
import { postrider, write } from './syntax.ts';

/** A request in one of many languages must cost what it costs in the only one. */
const goals = [{ against: 'one language', ratio: 1.1 }];

/** How often one run renders. */
const turns = 500;

/** Times a warm request of render for the mail of 12 KB in one of 40 languages, and in the only one. Its reads take no time. */
export async function measureLanguages(
  { rounds }: { rounds: number },
  progress: Progress,
): Promise<SideBySide> {
  progress.step('Rendering in one of many languages');
  const html = write(smallMail.parts, postrider);
  const tags = Array.from({ length: maxLanguages - 2 }, (_, at) => `en-x-${at}`);
  const languages = Object.fromEntries(
    ['pt', ...tags].map((tag) => [tag, { subject: 'Your order', html }]),
  );
  const things = [
    await rendering('postrider', html, { language: 'en', languages }),
    await rendering('one language', html, {}),
  ];
  const times = await timeRounds(things, { rounds, runs: 5 });
  for (const [name, each] of times) {
    times.set(
      name,
      each.map((us) => us / turns),
    );
  }
  return { name: `12 KB, one of ${maxLanguages} languages`, times, goals };
}

async function rendering(name: string, html: string, more: object): Promise<Timed> {
  const about = { templateId: 'order', name: 'Order', subject: 'Your order', ...more };
  const preparation = await prepareTemplate({ ...about, html });
  if (!preparation.ok) throw new Error(preparation.problems.map(({ message }) => message).join());
  const loadTemplate = templateLoader(tableWith(preparation.prepared.content));
  const caller = { accountId: 'acc_1', keyId: 'key_1' };
  const request = { template_id: 'order', variables: smallMail.variables, language: 'pt-BR' };
  return {
    name,
    run: async () => {
      for (let turn = 0; turn < turns; turn++) {
        await renderStored(request, caller, { loadTemplate, loadDraft: loadTemplate });
      }
    },
  };
}

/** A table in memory with the head of a template and its only revision. */
function tableWith(content: Uint8Array) {
  const texts = { name: 'Order', subject: 'Your order', flowStatus: 'none', updatedAt: '' };
  const head: Item = {
    ...Object.fromEntries(Object.entries(texts).map(([name, S]) => [name, { S }])),
    sk: { S: headKey('order') },
    revision: { N: '1' },
    replaces: { N: '0' },
  };
  const items = new Map<string | undefined, Item>([
    [headKey('order'), head],
    [revisionKey('order', 1), { content: { B: content } }],
  ]);
  const send = async ({ input }: Command<'GetItem'>) => ({ Item: items.get(input.Key?.sk?.S) });
  return { name: 'templates', client: { send } as unknown as TablesClient };
}
