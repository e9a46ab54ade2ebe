import { z } from 'zod';
import { domainName, hostedZone, zoneProblem } from './domain-settings.ts';

const identity = z.strictObject({
  /** The mails' MAIL FROM below the sender's domain, `mail.example.com`, for SPF. No other mail may use it. */
  mailFrom: domainName.optional(),
  /** Whether another stack or a person made the identity: this stack neither creates nor deletes it. */
  existing: z.boolean().default(false),
  ...hostedZone,
});

export type IdentitySettings = z.infer<typeof identity>;

/** The settings of a sender that `identities` does not name. */
export const noIdentitySettings: IdentitySettings = { existing: false };

/** The settings of each sender, by its name as `senders` writes it. */
export const identities = z
  .record(z.string(), identity)
  .default({})
  .superRefine((all, context) => {
    for (const [sender, settings] of Object.entries(all)) {
      const message = identityProblem(sender, settings);
      if (message) context.addIssue({ code: 'custom', path: [sender], message });
    }
  });

/** Why the settings do not fit their sender; undefined if they do. */
function identityProblem(sender: string, settings: IdentitySettings): string | undefined {
  const { mailFrom, existing, hostedZoneId } = settings;
  const makesRecords = mailFrom !== undefined || hostedZoneId !== undefined;
  if (sender.includes('@') && makesRecords) {
    return 'must be a domain to have mailFrom or hostedZoneId: an address has no records';
  }
  if (existing && makesRecords) {
    return 'must not have mailFrom or hostedZoneId: the owner of the existing identity makes its records';
  }
  if (mailFrom && !mailFrom.endsWith(`.${sender.toLowerCase()}`)) {
    return `must have a mailFrom below ${sender}, like mail.${sender}`;
  }
  return zoneProblem(sender.toLowerCase(), settings);
}

/** Identities without a sender of that name, most likely typing errors. */
export function strayIdentities(
  identities: Readonly<Record<string, IdentitySettings>>,
  senders: readonly string[],
): string[] {
  return Object.keys(identities).filter((name) => !senders.includes(name));
}
