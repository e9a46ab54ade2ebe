import { Group, Paper, Select, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Template } from '../../../functions/manage/contracts/templates.ts';
import { renderDraft } from '../api/flow.ts';
import { Loaded } from '../parts/loaded.tsx';
import { Quiet } from '../parts/looks.tsx';
import { PreviewPane } from '../parts/preview/preview-pane.tsx';
import { differenceWords, languageToShow } from './change-words.ts';
import { type Draft, unsavedContentOf } from './draft.ts';
import { inLanguage } from './draft-in-language.ts';
import { TemplateDifference } from './template-difference.tsx';
import { dataIn } from './test-data.ts';

export interface Look {
  name: string;
  /** Tells contents apart: equal keys have equal contents. */
  key: string;
  content: Draft;
}

interface LooksProps {
  template: Pick<Template, 'id' | 'kind'>;
  /** One or two, the older first. */
  looks: readonly Look[];
  children?: ReactNode;
}

/** The rendered mails side by side, in one language. */
export function Looks({ template, looks, children }: LooksProps) {
  const [first, last = first] = looks.map(({ content }) => content);
  const [language, setLanguage] = useState(() =>
    first && last ? languageToShow(first, last) : null,
  );
  const tags = Object.keys({ ...first?.languages, ...last?.languages }).sort();
  const own = last?.language ?? first?.language;
  return (
    <>
      <Group justify="space-between" gap="sm" mb="sm">
        <div>{children}</div>
        {tags.length > 0 && (
          <Select
            aria-label="Language of the mails"
            size="xs"
            w={190}
            allowDeselect={false}
            data={[
              { value: '', label: own ? `${own}, the template’s own` : 'The template’s own' },
              ...tags.map((tag) => ({ value: tag, label: tag })),
            ]}
            value={language ?? ''}
            onChange={(tag) => setLanguage(tag || null)}
          />
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: looks.length }} spacing="md" className="looks">
        {looks.map((look) => (
          <OneLook key={look.key} {...{ template, look, language }} />
        ))}
      </SimpleGrid>
    </>
  );
}

interface OneLookProps extends Pick<LooksProps, 'template'> {
  look: Look;
  /** Null: the template's own language. */
  language: string | null;
}

/** Rendered with its test data, and with the layout as it is now. */
function OneLook({ template: { id, kind }, look, language }: OneLookProps) {
  const { name, key, content } = look;
  const isMissing = language !== null && !content.languages[language];
  const query = useQuery({
    queryKey: ['templates', 'look', id, key, language],
    queryFn: ({ signal }) => {
      const data = dataIn(content.testData) ?? {};
      const { flow: _, ...shown } = unsavedContentOf(inLanguage(content, language));
      return renderDraft({ ...shown, id, kind, data, within: null }, signal);
    },
    staleTime: Number.POSITIVE_INFINITY,
    enabled: !isMissing,
  });
  return (
    <Stack gap={6} component="section" aria-label={name}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {isMissing ? (
        <Quiet>It has no content in {language}.</Quiet>
      ) : (
        <Loaded query={query} what={`${name} could not be rendered`}>
          {(rendered) => (
            <Paper withBorder className="look">
              <PreviewPane
                rendered={rendered}
                warnings={rendered.warnings}
                isMail={kind !== 'partial'}
                of={name.charAt(0).toLowerCase() + name.slice(1)}
              />
            </Paper>
          )}
        </Loaded>
      )}
    </Stack>
  );
}

export type ShownAs = 'look' | 'source';

interface LooksOrSourceProps {
  template: Template;
  before: Look;
  after: Look;
  /** Of the headings in the source. */
  order: 2 | 3;
  shownAs: ShownAs;
  onShowAs: (shownAs: ShownAs) => void;
}

/** Two contents of a template: the mails, or the differences of the parts. */
export function LooksOrSource(props: LooksOrSourceProps) {
  const { template, before, after, order, shownAs, onShowAs } = props;
  const [one, other] = [before.content, after.content];
  return (
    <Tabs value={shownAs} onChange={(value) => onShowAs(value === 'source' ? value : 'look')}>
      <Tabs.List>
        <Tabs.Tab value="look">Look</Tabs.Tab>
        <Tabs.Tab value="source">Source</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="look" pt="sm">
        <Looks template={template} looks={before.key === after.key ? [before] : [before, after]}>
          <Text size="sm">{differenceWords(one, other)}</Text>
        </Looks>
      </Tabs.Panel>
      <Tabs.Panel value="source" pt="sm">
        {shownAs === 'source' && (
          <TemplateDifference
            names={{ before: before.name, after: after.name }}
            {...{ before: one, after: other, order }}
          />
        )}
      </Tabs.Panel>
    </Tabs>
  );
}
