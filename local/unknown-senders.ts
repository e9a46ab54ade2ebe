import { bare } from './mail/accepted-mail.ts';
import { settingsName } from './senders.ts';

/** Senders that are named; of more, one line says so. */
const maxNamed = 20;

/** Says of each sender once that AWS would refuse it. `file` is what the line calls the settings. */
export function sayOfEachSender(
  note: (line: string) => void,
  file = settingsName(),
): (mail: { from: string }) => void {
  const said = new Set<string>();
  return ({ from }) => {
    const sender = bare(from);
    if (said.has(sender) || said.size > maxNamed) return;
    said.add(sender);
    if (said.size > maxNamed) note('AWS would refuse mails from more senders, not named here.');
    else {
      note(
        `AWS would refuse mails from ${sender}: "senders" in ${file} names neither this address nor its domain.`,
      );
    }
  };
}
