import { useState } from 'react';
import { useParams } from 'react-router';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { useAccount } from '../../api/account.ts';
import { useTemplate } from '../../api/templates.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { TemplatePage } from '../../shell/page.tsx';
import { executeAnswers, renderAnswers, verifyAnswers } from './answers.ts';
import { Before } from './before.tsx';
import { CallSection } from './call-section.tsx';
import { CommonAnswers } from './common-answers.tsx';
import { executeRequest, renderRequest, safeRecipient, verifyRequest } from './examples.ts';
import { type Language, LanguageChoice } from './language-choice.tsx';

/** How one's own code uses this template, in its own variables. */
export function Component() {
  const { id = '' } = useParams();
  const template = useTemplate(id);
  const account = useAccount();
  return (
    <TemplatePage
      id={id}
      title={template.data?.name || id}
      lead="Requests to copy, with this template’s variables and test data filled in."
    >
      <Loaded query={template} what="The template could not be read">
        {(template) => (
          <Loaded query={account} what="The base address could not be read">
            {({ baseUrl }) => <Calls template={template} baseUrl={baseUrl} />}
          </Loaded>
        )}
      </Loaded>
    </TemplatePage>
  );
}

function Calls({ template, baseUrl }: { template: Template; baseUrl: string }) {
  const [language, setLanguage] = useState<Language>('curl');
  return (
    <>
      <Before template={template} />
      <LanguageChoice value={language} onChange={setLanguage} />
      <CallSection
        title="Execute"
        lead={executeLead(template)}
        language={language}
        request={executeRequest(baseUrl, template)}
        answers={executeAnswers(template)}
      />
      <CallSection
        title="Render"
        lead="Puts the variables in and hands back HTML and subject. Your code sends the mail."
        language={language}
        request={renderRequest(baseUrl, template)}
        answers={renderAnswers(template)}
      />
      <CallSection
        title="Verify"
        lead="Checks an address before you use it: format, domain, MX records, disposable, role."
        language={language}
        request={verifyRequest(baseUrl)}
        answers={verifyAnswers(safeRecipient)}
      />
      <CommonAnswers />
    </>
  );
}

function executeLead({ flowStatus }: Template): string {
  if (flowStatus !== 'provider') {
    return 'Runs the flow. It has no provider, so that nothing is sent: HTML, text and subject come back.';
  }
  return `Runs the flow: checks, renders and sends. ${safeRecipient} is a mailbox of SES that takes every mail and shows it to nobody: put your recipient there. Sent again with the same Idempotency-Key within 24 hours, the same request gives the same answer and no second mail; make the key from what the mail is about.`;
}
