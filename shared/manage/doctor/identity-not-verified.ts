import type { SesIdentity } from '../../adapters/ses/ses-setup.ts';
import { broken, type Check, type FixStep, open, run, say } from './check.ts';
import { dkimRecords } from './dkim-missing.ts';
import { findForSenders, type IdentityPorts, isAddress, type SenderFault } from './identities.ts';
import { consolePage, deployTo, type Where } from './where.ts';

export const identityNotVerified: Check<IdentityPorts> = {
  code: 'identity-not-verified',
  why: 'SES refuses mail from an address or a domain until you have proved that it is yours',
  async find(ports) {
    const senders = await ports.senders();
    if (senders.length === 0) return noSender(await ports.where());
    return findForSenders(
      ports,
      async (sender, where) => faultOf(sender, await ports.identity(sender), where),
      (all) => `${all.join(', ')}: verified`,
    );
  },
};

function noSender(place: Where) {
  return broken(
    'This deployment has no sender',
    say(
      'Add an address or a domain of yours to postrider.json, such as "senders": ["example.com"], and deploy',
    ),
    run(deployTo(place)),
  );
}

function faultOf(sender: string, found: SesIdentity | null, where: Where): SenderFault | null {
  const { region } = where;
  if (found?.maySend) return null;
  const page = open(consolePage('ses/home', where, `#/identities/${encodeURIComponent(sender)}`));
  if (!found) {
    return {
      found: `SES has no identity ${sender} in ${region}`,
      fix: [say(`Create the identity ${sender}`), create(sender, region)],
    };
  }
  if (isAddress(sender)) {
    return {
      found: `${sender} is not verified: its confirmation link was not opened`,
      fix: [
        say(
          `Open the link in the mail that SES sent to ${sender}; these commands make SES send it again`,
        ),
        run(`aws sesv2 delete-email-identity --email-identity ${sender} --region ${region}`),
        create(sender, region),
      ],
    };
  }
  return {
    found: `${sender} is not verified: SES has not found its DKIM records (${found.verification})`,
    fix: [say(`Create these records in the DNS of ${sender}`), ...dkimRecords(sender, found), page],
  };
}

const create = (sender: string, region: string): FixStep =>
  run(`aws sesv2 create-email-identity --email-identity ${sender} --region ${region}`);
