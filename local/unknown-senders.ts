import { bare } from './mail/accepted-mail.ts';
import { settingsName } from './senders.ts';

/** The most senders that get a note each. After that, one last note says that there are more. */
const maxNamed = 20;

/** Returns a listener that notes once per sender that AWS would refuse its mails. `file`: the settings' name in it. */
export function noteUnknownSenders(
  note: (line: string) => void,
  file = settingsName(),
): (mail: { from: string }) => void {
  const named = new Set<string>();
  return ({ from }) => {
    const sender = bare(from);
    if (named.has(sender) || named.size > maxNamed) return;
    named.add(sender);
    if (named.size > maxNamed) note('AWS would refuse mails from more senders, not named here.');
    else {
      note(
        `AWS would refuse mails from ${sender}: "senders" in ${file} names neither this address nor its domain.`,
      );
    }
  };
}
