import { Alert, Code, SegmentedControl, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { useTypes } from '../../api/templates.ts';
import { TemplateTab, useOpenTemplate } from '../../draft/template-tab.tsx';
import { CodeBlock } from '../../parts/copy.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { Section } from '../../parts/section.tsx';
import {
  type ApiRequest,
  curl,
  executeRequest,
  keyVariable,
  nodeFetch,
  python,
  renderRequest,
  requiredNames,
  safeRecipient,
  verifyRequest,
} from './examples.ts';

export function Component() {
  const { work, account } = useOpenTemplate();
  const { template } = work;
  return (
    <TemplateTab label="API">
      <Stack gap="lg" maw={1400}>
        {template.kind === 'partial' ? (
          <Text>Requests do not name a partial: templates take it.</Text>
        ) : (
          <>
            <Text c="dimmed">
              Example requests with this template’s variables and test data filled in.
            </Text>
            <Calls template={template} baseUrl={account.baseUrl} />
          </>
        )}
      </Stack>
    </TemplateTab>
  );
}

const languages = {
  curl: { label: 'curl', write: curl },
  node: { label: 'JavaScript', write: nodeFetch },
  python: { label: 'Python', write: python },
} as const;

type Language = keyof typeof languages;

const languageNames: Language[] = ['curl', 'node', 'python'];

function Calls({ template, baseUrl }: { template: Template; baseUrl: string }) {
  const [language, setLanguage] = useState<Language>('curl');
  const { label, write } = languages[language];
  const call = (title: string, lead: string, request: ApiRequest) => (
    <Section title={title} lead={lead}>
      <CodeBlock text={write(request)} label={`${title} with ${label}`} />
    </Section>
  );
  return (
    <>
      <Before template={template} />
      <SegmentedControl
        aria-label="Language of the examples"
        data={languageNames.map((value) => ({ value, label: languages[value].label }))}
        value={language}
        onChange={(chosen) => setLanguage(chosen)}
        style={{ alignSelf: 'flex-start' }}
      />
      {call('Execute', executeLead(template), executeRequest(baseUrl, template))}
      {call(
        'Render',
        'Fills in the variables and returns HTML and subject. Your code sends the mail.',
        renderRequest(baseUrl, template),
      )}
      {call(
        'Verify',
        'Checks an address before you use it: format, domain, MX records, disposable, role.',
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

function Before({ template }: { template: Template }) {
  const required = requiredNames(template);
  return (
    <Alert role="note" color="blue" title="Before you copy">
      <Text size="sm">
        The requests read the API key from <Code>${keyVariable}</Code>. Create a key under{' '}
        <PageLink to="/settings/api-keys" c="inherit" underline="always">
          API keys
        </PageLink>
        .{' '}
        {required.length === 0 ? (
          'No variable of this template is required.'
        ) : (
          <>
            Required with every request:{' '}
            {required.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <Code>{name}</Code>
              </span>
            ))}
            . All others have defaults or are in sections.
          </>
        )}
      </Text>
    </Alert>
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
        <SegmentedControl
          aria-label="Language of the types"
          data={[
            { value: 'typescript', label: 'TypeScript' },
            { value: 'schema', label: 'JSON Schema' },
          ]}
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
