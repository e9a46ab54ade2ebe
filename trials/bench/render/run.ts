import type { Progress } from '../../../local/progress.ts';
import { timeLoops } from '../rounds.ts';
import type { Goal, SideBySide } from '../side-by-side.ts';
import { engines } from './engines.ts';
import { type Mail, mails } from './mails.ts';

/** The limit is what somebody writes by hand; of the others each is to be slower. */
const goals: readonly Goal[] = [
  { against: 'template-literal', ratio: 1.15 },
  ...Object.keys(engines)
    .filter((name) => name !== 'postrider' && name !== 'template-literal')
    .map((against) => ({ against, ratio: 1 })),
];

/** Renders each mail with every engine. Throws where one of them renders something else. */
export function measureRender({ rounds }: { rounds: number }, progress: Progress): SideBySide[] {
  return mails.map((mail) => {
    progress.step(`Rendering ${mail.name}`);
    return { name: mail.name, times: timeLoops(checkedEngines(mail), { rounds }), goals };
  });
}

/** Every engine, ready to render the mail, once it is seen that they render it alike. */
export function checkedEngines(mail: Mail) {
  const ready = Object.entries(engines).map(([name, engine]) => ({ name, run: engine(mail) }));
  const wanted = ready[0]?.run();
  const other = ready.find(({ run }) => run() !== wanted);
  if (other) throw new Error(`${other.name} renders ${mail.name} otherwise`);
  return ready;
}
