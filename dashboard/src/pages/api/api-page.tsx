import './api.css';
import { Code, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import clients from '../../../../docs/api/clients.md?raw';
import languages from '../../../../docs/languages.md?raw';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { useApiKeys } from '../../api/api-keys.ts';
import { useTypes } from '../../api/templates.ts';
import { TemplateTab, useOpenTemplate } from '../../draft/template-tab.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Quiet } from '../../parts/looks.tsx';
import { PageLink } from '../../parts/name.tsx';
import { Section } from '../../parts/section.tsx';
import { Segments } from '../../parts/segments.tsx';
import {
  type ApiRequest,
  curl,
  executeRequest,
  keyVariable,
  renderRequest,
  safeRecipient,
  verifyRequest,
} from './examples.ts';
import { type ProgramLanguage, program } from './programs.ts';
import { VariableTable } from './variable-table.tsx';

export function Component() {
  const { work, account } = useOpenTemplate();
  const { template } = work;
  return (
    <TemplateTab label="API">
      {template.kind === 'partial' ? (
        <Text>Requests do not name a partial: templates take it.</Text>
      ) : (
        <div className="beside">
          <Stack gap="lg" miw={0}>
            <Calls template={template} baseUrl={account.baseUrl} />
          </Stack>
          <Stack gap="lg" component="aside" aria-label="Beside the examples">
            <KeySection />
            <Section title="Variables" lead="Of the published template.">
              <VariableTable variables={template.variables} />
            </Section>
          </Stack>
        </div>
      )}
    </TemplateTab>
  );
}

const written: Readonly<Record<'curl' | ProgramLanguage, string>> = {
  ...{ curl: 'curl', ts: 'Node client', python: 'Python', go: 'Go', php: 'PHP', ruby: 'Ruby' },
};

function Calls({ template, baseUrl }: { template: Template; baseUrl: string }) {
  const [language, setLanguage] = useState<keyof typeof written>('curl');
  const write = (request: ApiRequest) =>
    language === 'curl' ? curl(request) : program({ clients, languages }, language, request);
  const call = (title: string, lead: string, request: ApiRequest) => (
    <Section title={title} lead={lead}>
      <CodeBlock text={write(request)} label={`${title} with ${written[language]}`} />
    </Section>
  );
  const isProgram = language !== 'curl' && language !== 'ts';
  const sameProgram = isProgram ? ' Send this with the program above, without a key.' : '';
  return (
    <>
      <Segments
        label="Language of the examples"
        of={written}
        value={language}
        onChange={setLanguage}
        style={{ alignSelf: 'flex-start', maxWidth: '100%', overflowX: 'auto' }}
      />
      {call('Execute', executeLead(template), executeRequest(baseUrl, template))}
      {call(
        'Render',
        `Fills in the variables and returns HTML and subject. Your code sends the mail.${sameProgram}`,
        renderRequest(baseUrl, template),
      )}
      {call(
        'Verify',
        `Checks an address before you use it: format, domain, MX records, disposable, role.${sameProgram}`,
        verifyRequest(baseUrl),
      )}
      <TemplateTypes template={template} />
      <Section title="Answers">
        <Text size="sm">
          Execute answers 200 for every outcome of a flow: check <Code>success</Code>, and tell the
          outcomes apart by <Code>type</Code>. A refused call has another status and one field,{' '}
          <Code>error</Code>. Each answer has an <Code>x-request-id</Code>: quote it when you ask
          for help. Every field, answer and refusal is in the{' '}
          <PageLink to="/docs/api" underline="always">
            API reference
          </PageLink>
          .
        </Text>
      </Section>
    </>
  );
}

function executeLead({ flowStatus }: Template): string {
  if (flowStatus !== 'provider') {
    return 'Runs the flow. It has no provider, so it sends nothing and returns HTML, text and subject.';
  }
  return `Runs the flow: verifies, renders and sends. ${safeRecipient} is a mailbox of SES that accepts every mail and delivers it to no person: replace it with your recipient. For 24 hours the same request with the same Idempotency-Key gets the same answer and sends no second mail; make the key from what the mail is about, such as an order number. The same request takes copies (_cc, _bcc), files (_attachments), further headers (_headers) and a later time (_sendAt).`;
}

/** The examples read the key from the environment. No page can show its secret again. */
function KeySection() {
  const keys = (useApiKeys().data?.items ?? []).filter(({ status }) => status === 'active');
  const [keyId, setKeyId] = useState('');
  const key = keys.find((each) => each.keyId === keyId);
  return (
    <Section
      title="API key"
      lead={
        <>
          The examples read it from <Code>{keyVariable}</Code>.{' '}
          <PageLink to="/settings/api-keys" underline="always">
            Create a key
          </PageLink>
        </>
      }
    >
      <NativeSelect
        aria-label="API key"
        data={[
          { value: '', label: 'Choose a key' },
          ...keys.map(({ keyId: value, name, mode }) => ({
            value,
            label: mode === 'test' ? `${name} (test key)` : name,
          })),
        ]}
        value={keyId}
        onChange={(event) => setKeyId(event.currentTarget.value)}
      />
      <Code block className="wrapped">
        {`export ${keyVariable}='${key?.hint ?? 'pr_…'}'`}
      </Code>
      {key && (
        <Quiet>
          Replace the dots by the rest of the secret, which the dashboard showed once, when the key
          was created.
        </Quiet>
      )}
    </Section>
  );
}

function TemplateTypes({ template: { id, revision } }: { template: Template }) {
  const types = useTypes(id, revision);
  const [shown, setShown] = useState<'typescript' | 'schema'>('typescript');
  return (
    <Section
      title="Types"
      lead={
        <>
          The variables of revision {revision}, for <Code>@postrider/client</Code> or a validator of
          JSON Schema. <Code>postrider template types</Code> writes them for all templates.
        </>
      }
    >
      <Stack gap="sm">
        <Segments
          label="Language of the types"
          of={{ typescript: 'TypeScript', schema: 'JSON Schema' }}
          value={shown}
          onChange={setShown}
          style={{ alignSelf: 'flex-start' }}
        />
        <Loaded query={types} what="The types could not be loaded">
          {({ typescript, jsonSchema }) =>
            shown === 'typescript' ? (
              <CodeBlock text={typescript} label="Types in TypeScript" />
            ) : (
              <CodeBlock text={JSON.stringify(jsonSchema, null, 2)} label="Types as JSON Schema" />
            )
          }
        </Loaded>
      </Stack>
    </Section>
  );
}
