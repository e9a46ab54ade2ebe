import type { Progress } from '../../../local/progress.ts';
import { timeLoops } from '../rounds.ts';
import type { Goal, SideBySide } from '../side-by-side.ts';
import { engines } from './engines.ts';
import { type Mail, mails } from './mails.ts';

/** The limit is a template literal, written by hand; every other engine must be slower than ours. */
const goals: readonly Goal[] = [
  { against: 'template-literal', ratio: 1.15 },
  ...Object.keys(engines)
    .filter((name) => name !== 'postrider' && name !== 'template-literal')
    .map((against) => ({ against, ratio: 1 })),
];

/** Times rendering each mail with every engine. Throws if the engines render different HTML. */
export function measureRender({ rounds }: { rounds: number }, progress: Progress): SideBySide[] {
  return mails.map((mail) => {
    progress.step(`Rendering ${mail.name}`);
    return { name: mail.name, times: timeLoops(checkedEngines(mail), { rounds }), goals };
  });
}

/** Every engine, ready to render the mail. Throws if they render it differently. */
export function checkedEngines(mail: Mail) {
  const ready = Object.entries(engines).map(([name, engine]) => ({ name, run: engine(mail) }));
  const wanted = ready[0]?.run();
  const other = ready.find(({ run }) => run() !== wanted);
  if (other) throw new Error(`${other.name} renders ${mail.name} differently`);
  return ready;
}
