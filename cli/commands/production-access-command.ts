import type { Command } from 'commander';
import { parseAddress } from '../../shared/engine/verify/address.ts';
import { addressProblem } from '../../shared/manage/address.ts';
import { ManageError } from '../../shared/manage/manage-error.ts';
import type { ProductionRequest } from '../aws/ses-setup.ts';
import { sesSetupOf } from '../connection/connect.ts';
import { inSession, type Session } from '../connection/session.ts';
import { agreed, type Dialog } from '../terminal/dialog.ts';
import { subcommand } from '../terminal/options.ts';
import type { Result } from '../terminal/result.ts';

interface Answers {
  site: string;
  volume: string;
  optOut: string;
}

interface Options extends Partial<Answers> {
  contact?: string[];
  dryRun?: true;
  yes?: true;
}

/** SES accepts one to four: https://docs.aws.amazon.com/ses/latest/APIReference-V2/API_PutAccountDetails.html */
const maxContacts = 4;

const maxVolume = 1_000_000;

/** Each answer that the request needs: its option, the question for it, and why a text is no answer. */
const questions: Record<
  keyof Answers,
  { option: string; question: string; problem: (text: string) => string | null }
> = {
  site: {
    option: '--site',
    question: 'The address of your own website, which AWS looks at:',
    problem: (text) => (isOwnSite(text) ? null : 'must be your own website'),
  },
  volume: {
    option: '--volume',
    question: 'The most mails that you send in a day:',
    problem: (text) =>
      /^\d{1,7}$/.test(text) && Number(text) >= 1 && Number(text) <= maxVolume
        ? null
        : `must be a whole number from 1 to ${maxVolume}`,
  },
  optOut: {
    option: '--opt-out',
    question: 'How recipients stop mails that they do not want, in a sentence:',
    problem: ({ length }) =>
      length >= 10 && length <= 500 ? null : 'must have 10 to 500 characters',
  },
};

const names = Object.keys(questions) as (keyof Answers)[];

export function addProductionAccessCommand(program: Command): void {
  subcommand(program, 'production-access', {
    about:
      "ask AWS to let SES send to anyone: shows the request's text, then asks before it sends it",
    example:
      'production-access --site https://acme.example --volume 5000 --opt-out "Each notice has a link to the settings that switch it off."',
  })
    .option('--site <url>', 'your website, which AWS looks at')
    .option('--volume <mails>', `the most mails that you send in a day, up to ${maxVolume}`)
    .option('--opt-out <text>', 'how recipients stop mails that they do not want')
    .option('--contact <address...>', `up to ${maxContacts} more addresses that AWS answers to`)
    .option('--dry-run', 'send nothing')
    .option('--yes', 'do not ask')
    .action((options: Options, command: Command) => {
      check(options);
      return inSession(command, 'Asking SES', (session) => requestAccess(session, options));
    });
}

async function requestAccess(session: Session, options: Options): Promise<Result> {
  const { deployment, interactive, progress } = session;
  const missing = names.find((name) => options[name] === undefined);
  if (!interactive && missing) throw new ManageError(`${questions[missing].option} is required`);
  const ses = sesSetupOf(deployment);
  const { production, review, suppressedReasons } = await ses.account();
  const result = (text: string, request: ProductionRequest | null, sent = false, now = review) => ({
    json: { production, review: now, request, sent },
    text,
  });
  const region = deployment.region ?? 'this region';
  if (production) return result(`SES sends to anyone in ${region}`, null);
  if (review === 'PENDING') {
    return result(`AWS is reviewing your request for ${region}; it answers within a day`, null);
  }
  if (!interactive && !options.yes && !options.dryRun) {
    throw new ManageError('Add --yes to send the request');
  }
  const answers = await answersOf(session, options);
  progress('Reading how the deployment sends');
  const request: ProductionRequest = {
    websiteUrl: answers.site,
    mailType: 'TRANSACTIONAL',
    useCase: await draftUseCase(session, answers, suppressedReasons.length > 0),
    contacts: options.contact ?? [],
  };
  const text = requestText(request);
  if (options.dryRun) return result(`${text}\n\nNothing was sent.`, request);
  if (!options.yes) {
    session.line(text);
    if (!(await agreed(session, `\nSend this request for ${region} to AWS?`))) {
      return result('Nothing was sent.', request);
    }
  }
  progress('Sending the request');
  await ses.requestProduction(request);
  const { review: now } = await ses.account();
  const sent = `Sent the request for ${region}. AWS answers within a day.`;
  return result(options.yes ? `${text}\n\n${sent}` : sent, request, true, now);
}

/** @throws {ManageError} for an option that the request cannot have */
function check(given: Options): void {
  for (const name of names) {
    const text = given[name];
    if (text !== undefined) checked(name, text);
  }
  const { contact = [] } = given;
  if (contact.length > maxContacts) {
    throw new ManageError(`--contact can name at most ${maxContacts} addresses`);
  }
  const [problem] = contact.flatMap((address) => addressProblem(address) ?? []);
  if (problem) throw new ManageError(`--contact: ${problem.message}`);
}

function checked(name: keyof Answers, text: string): string {
  const { option, problem } = questions[name];
  const found = problem(text.trim());
  if (found !== null) throw new ManageError(`${option} ${found}`);
  return text.trim();
}

/** The answers, from the options and, at a terminal, from the person. */
async function answersOf(dialog: Dialog, given: Options): Promise<Answers> {
  const answer = async (name: keyof Answers) =>
    checked(name, given[name] ?? (await dialog.ask(`${questions[name].question} `)));
  return {
    site: await answer('site'),
    volume: await answer('volume'),
    optOut: await answer('optOut'),
  };
}

/** Names without a website: https://www.iana.org/assignments/special-use-domain-names */
const reserved = /(^|\.)(example|test|invalid|localhost|local|internal|example\.(com|org|net))$/;

function isOwnSite(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username } = new URL(text);
  const isPublic = parseAddress(`site@${hostname}`).ok && !reserved.test(hostname);
  return /^https?:$/.test(protocol) && username === '' && isPublic && text.length <= 1000;
}

/** The text for AWS's reviewers: what the deployment knows about itself, and the answers. */
async function draftUseCase(
  { deployment }: Session,
  { site, volume, optOut }: Answers,
  sesSuppresses: boolean,
): Promise<string> {
  const ses = sesSetupOf(deployment);
  const senders = await Promise.all(
    deployment.senders.map(async (sender) => {
      if (sender === '*') return 'our own domain';
      const identity = await ses.identity(sender);
      const dkim = identity?.dkim.status === 'SUCCESS' ? 'signed with DKIM' : null;
      const mailFrom = identity?.mailFrom && `MAIL FROM ${identity.mailFrom.domain}`;
      const facts = [dkim, mailFrom].filter(Boolean).join(', ');
      return `${sender}${facts && ` (${facts})`}`;
    }),
  );
  const lists = [
    ...(deployment.sending?.suppression === false ? [] : ['postrider keeps it on its own list']),
    ...(sesSuppresses ? ['SES keeps it on the list of this AWS account'] : []),
  ];
  const after =
    lists.length === 0 ? 'we stop mails to it' : `${lists.join(', and ')}, and refuses it`;
  return [
    `We send the transactional mail of ${site}: single mails that a person's own action causes, such as sign-up codes, receipts and notices. We send no marketing and buy no addresses.`,
    `Senders: ${senders.join('; ') || 'none yet'}. Each mail is sent through SES's API with postrider, which runs in this AWS account.`,
    `Volume: at most ${Number(volume).toLocaleString('en-US')} mails a day.`,
    `Bounces and complaints: SES reports them to EventBridge, and postrider records each report with its mail. After a permanent bounce or a complaint of an address, ${after} from then on.`,
    `Opting out: ${optOut}`,
  ].join('\n');
}

function requestText({ websiteUrl, mailType, useCase, contacts }: ProductionRequest): string {
  const facts = [`Website: ${websiteUrl}`, `Kind of mail: ${mailType}`];
  const also = contacts.length > 0 ? [`Also answer to: ${contacts.join(', ')}`] : [];
  return [...facts, ...also, '', useCase].join('\n');
}
