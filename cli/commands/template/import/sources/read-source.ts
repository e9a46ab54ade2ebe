import { ManageError } from '../../../../../shared/manage/manage-error.ts';
import type { ServiceApi } from './service-api.ts';
import type { TemplateCollection } from './source-template.ts';

/** The services that templates are imported from. */
export const sourceNames = ['postmark', 'ses', 'sendgrid', 'mailgun', 'resend'] as const;

export type SourceName = (typeof sourceNames)[number];

/** Where the templates are, as the options of the command give it. */
export interface SourceOptions {
  from: SourceName;
  /** The name of the environment variable with the service's key. */
  keyFrom?: string;
  /** Mailgun's domain. */
  domain?: string;
  /** Whether the account is in the service's European region. */
  eu?: boolean;
  region?: string;
}

/** What is wrong with the options; null if a source can be read. */
export function optionProblem(
  { from, keyFrom, domain, eu, region }: SourceOptions,
  folder: string | undefined,
): string | null {
  const isHttp = from === 'sendgrid' || from === 'mailgun' || from === 'resend';
  if (from === 'postmark' && folder === undefined) {
    return '--from postmark needs the folder that postmark templates pull wrote';
  }
  if (from !== 'postmark' && folder !== undefined)
    return `--from ${from} reads no folder: leave it out`;
  if (isHttp && keyFrom === undefined) {
    return `--from ${from} needs --key-from: the environment variable with the key`;
  }
  if (!isHttp && keyFrom !== undefined) return `--from ${from} needs no key: leave out --key-from`;
  if (from === 'mailgun' && domain === undefined) {
    return '--from mailgun needs --domain: the domain that has the templates';
  }
  if (from !== 'mailgun' && domain !== undefined)
    return '--domain is for --from mailgun: leave it out';
  if (eu && from !== 'mailgun' && from !== 'sendgrid') {
    return '--eu is for --from sendgrid and --from mailgun: leave it out';
  }
  if (region !== undefined && from !== 'ses') return '--region is for --from ses: leave it out';
  return null;
}

/** Reads all templates of a source. The code of each source is loaded only for it. */
export async function readSource(
  { from, keyFrom = '', domain = '', eu = false, region }: SourceOptions,
  folder: string | undefined,
  progress: (doing: string) => void,
): Promise<TemplateCollection> {
  const of = eu ? 'api.eu' : 'api';
  switch (from) {
    case 'postmark':
      return (await import('./postmark.ts')).readPostmark(folder ?? '');
    case 'ses':
      return (await import('./ses.ts')).readSes({ region, progress });
    case 'sendgrid': {
      const { readSendgrid } = await import('./sendgrid.ts');
      return readSendgrid(bearer('SendGrid', `https://${of}.sendgrid.com`, keyFrom));
    }
    case 'mailgun': {
      const { readMailgun } = await import('./mailgun.ts');
      const authorization = `Basic ${Buffer.from(`api:${keyIn(keyFrom)}`).toString('base64')}`;
      const base = `https://${of}.mailgun.net`;
      return readMailgun({ name: 'Mailgun', base, authorization, keyFrom }, domain);
    }
    case 'resend': {
      const { readResend } = await import('./resend.ts');
      return readResend(bearer('Resend', 'https://api.resend.com', keyFrom));
    }
  }
}

function bearer(name: string, base: string, keyFrom: string): ServiceApi {
  return { name, base, authorization: `Bearer ${keyIn(keyFrom)}`, keyFrom };
}

function keyIn(variable: string): string {
  const key = process.env[variable]?.trim();
  if (key) return key;
  throw new ManageError(`The environment has no ${variable}: put the service's key there`);
}
