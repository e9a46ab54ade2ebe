import { bare } from './mail/accepted-mail.ts';
import { settingsName } from './senders.ts';

/** The most senders that get a note each. After that, one last note says that there are more. */
const maxNamed = 20;

/**
 * Returns a listener for accepted mails. For each sender it notes once that AWS would refuse the sender's mails.
 * `file` is the settings file's name in the note.
 */
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
