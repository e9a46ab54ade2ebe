import { bare } from './mail/accepted-mail.ts';
import { settingsName } from './senders.ts';

/** How many senders are named. One more line says that there are others. */
const maxNamed = 20;

/** Notes once for each sender that AWS would refuse it. `file` is the settings' name in the line. */
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
