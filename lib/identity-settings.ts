import { z } from 'zod';
import { domainName, hostedZone, zoneProblem } from './domain-settings.ts';

/** What SES is to know of a sender besides its name. */
const identity = z.strictObject({
  /**
   * A name below the sender's domain that mails carry as their MAIL FROM, `mail.example.com` for instance:
   * SPF is then aligned with the sender. Nothing else may send or receive under it.
   */
  mailFrom: domainName.optional(),
  /**
   * SES has the identity already: the stack uses it, and neither makes it nor takes it away. For one that
   * another stack has made, or a person.
   */
  existing: z.boolean().default(false),
  ...hostedZone,
});

export type IdentitySettings = z.infer<typeof identity>;

/** Those of a sender that has none of its own. */
export const noIdentitySettings: IdentitySettings = { existing: false };

/** By sender, as `senders` writes it. */
export const identities = z
  .record(z.string(), identity)
  .default({})
  .superRefine((all, context) => {
    for (const [sender, settings] of Object.entries(all)) {
      const message = identityProblem(sender, settings);
      if (message) context.addIssue({ code: 'custom', path: [sender], message });
    }
  });

/** Why settings do not fit their sender; undefined where they do. */
function identityProblem(sender: string, settings: IdentitySettings): string | undefined {
  const { mailFrom, existing, hostedZoneId } = settings;
  const makesRecords = mailFrom !== undefined || hostedZoneId !== undefined;
  if (sender.includes('@') && makesRecords) {
    return 'must be a domain to have mailFrom or hostedZoneId: an address has no records';
  }
  if (existing && makesRecords) {
    return 'must not have mailFrom or hostedZoneId: whoever made the existing identity sees to its records';
  }
  if (mailFrom && !mailFrom.endsWith(`.${sender.toLowerCase()}`)) {
    return `must have a mailFrom below ${sender}, like mail.${sender}`;
  }
  return zoneProblem(sender.toLowerCase(), settings);
}

/** Identities that no sender needs: a name with a slip in it, most likely. */
export function strayIdentities(
  identities: Readonly<Record<string, IdentitySettings>>,
  senders: readonly string[],
): string[] {
  return Object.keys(identities).filter((name) => !senders.includes(name));
}
