import { ManageError } from '../../../../../shared/manage/manage-error.ts';
import type { ServiceApi } from './service-api.ts';
import type { TemplateCollection } from './source-template.ts';

export const sourceNames = ['postmark', 'ses', 'sendgrid', 'mailgun', 'resend'] as const;

export interface SourceOptions {
  from: (typeof sourceNames)[number];
  /** The name of the environment variable with the service's key. */
  keyFrom?: string;
  domain?: string;
  /** Whether the account is in the service's European region. */
  eu?: boolean;
  region?: string;
}

/** What the options lack; null if the source can be read. */
export function optionProblem(
  { from, keyFrom, domain }: SourceOptions,
  folder: string | undefined,
): string | null {
  if (from === 'postmark') {
    return folder === undefined
      ? '--from postmark needs the folder that postmark templates pull wrote'
      : null;
  }
  if (folder !== undefined) return `--from ${from} reads no folder: leave it out`;
  if (from !== 'ses' && keyFrom === undefined) {
    return `--from ${from} needs --key-from: the environment variable with the key`;
  }
  if (from === 'mailgun' && domain === undefined) {
    return '--from mailgun needs --domain: the domain that has the templates';
  }
  return null;
}

/** Reads all templates of a source. The code of each source is loaded only for it. */
export async function readSource(
  { from, keyFrom = '', domain = '', eu = false, region }: SourceOptions,
  folder: string | undefined,
  progress: (doing: string) => void,
): Promise<TemplateCollection> {
  const of = eu ? 'api.eu' : 'api';
  const api = (name: string, base: string): ServiceApi => {
    const authorization = `Bearer ${keyIn(keyFrom)}`;
    return { name, base, authorization, keyFrom };
  };
  switch (from) {
    case 'postmark':
      return (await import('./postmark.ts')).readPostmark(folder ?? '');
    case 'ses':
      return (await import('./ses.ts')).readSes(region, progress);
    case 'sendgrid': {
      const { readSendgrid } = await import('./sendgrid.ts');
      return readSendgrid(api('SendGrid', `https://${of}.sendgrid.com`));
    }
    case 'mailgun': {
      const { readMailgun } = await import('./mailgun.ts');
      const authorization = `Basic ${Buffer.from(`api:${keyIn(keyFrom)}`).toString('base64')}`;
      return readMailgun({ ...api('Mailgun', `https://${of}.mailgun.net`), authorization }, domain);
    }
    case 'resend': {
      const { readResend } = await import('./resend.ts');
      return readResend(api('Resend', 'https://api.resend.com'));
    }
  }
}

function keyIn(variable: string): string {
  const key = process.env[variable]?.trim();
  if (key) return key;
  throw new ManageError(`The environment has no ${variable}: put the service's key there`);
}
