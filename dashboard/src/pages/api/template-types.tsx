import { Code, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { useTypes } from '../../api/templates.ts';
import { CodeBlock } from '../../parts/copy.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Section } from '../../parts/section.tsx';

/** The types of the template's variables, to copy. */
export function TemplateTypes({ template: { id, revision } }: { template: Template }) {
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
