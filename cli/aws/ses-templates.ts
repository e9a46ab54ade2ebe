import { setTimeout as pause } from 'node:timers/promises';
import {
  GetEmailTemplateCommand,
  ListEmailTemplatesCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import type { CallTimes } from '../../shared/adapters/call-times.ts';
import { type ClientPlace, callOnce, clientSettings } from './client.ts';

/** A template that SES stores. */
export interface SesTemplate {
  name: string;
  subject: string;
  html: string;
  text: string;
}

export interface SesTemplateReading {
  times: CallTimes;
  place?: ClientPlace;
  /** Milliseconds between two calls: SES allows one a second. Default: 1100. */
  paceMs?: number;
  progress: (read: number, of: number) => void;
}

/** Reads all templates of SES in a region. Needs `ses:ListEmailTemplates` and `ses:GetEmailTemplate`. */
export function readSesTemplates({
  times,
  place = {},
  paceMs = 1100,
  progress,
}: SesTemplateReading): Promise<SesTemplate[]> {
  return callOnce(new SESv2Client(clientSettings(times, place)), async (client) => {
    const names = await listNames(client, paceMs);
    const templates: SesTemplate[] = [];
    for (const TemplateName of names) {
      progress(templates.length, names.length);
      if (templates.length > 0) await pause(paceMs);
      const { TemplateContent } = await client.send(new GetEmailTemplateCommand({ TemplateName }));
      const { Subject = '', Html = '', Text = '' } = TemplateContent ?? {};
      templates.push({ name: TemplateName, subject: Subject, html: Html, text: Text });
    }
    return templates;
  });
}

async function listNames(client: SESv2Client, paceMs: number): Promise<string[]> {
  const names: string[] = [];
  let NextToken: string | undefined;
  do {
    if (NextToken !== undefined) await pause(paceMs);
    const page = await client.send(new ListEmailTemplatesCommand({ PageSize: 100, NextToken }));
    names.push(...(page.TemplatesMetadata ?? []).flatMap(({ TemplateName }) => TemplateName ?? []));
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return names;
}
