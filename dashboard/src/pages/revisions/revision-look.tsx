import { Paper, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  type Revision,
  type Template,
  unsavedContent,
} from '../../../../functions/manage/contracts/templates.ts';
import { renderDraft } from '../../api/flow.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { PreviewPane } from '../../parts/preview/preview-pane.tsx';

interface RevisionLookProps {
  revision: Revision;
  kind: Template['kind'];
  name: string;
  /** The tag of one of the other languages. Null for the template's own language. */
  language: string | null;
}

/** The mail of one revision, with the test data of that revision and the layout as it is now. */
export function RevisionLook({ revision, kind, name, language }: RevisionLookProps) {
  const look = useLook(revision, kind, language);
  const isMissing = language !== null && revision.languages[language] === undefined;
  return (
    <Stack gap={6} component="section" aria-label={name}>
      <Text size="sm" fw={600}>
        {name}
      </Text>
      {isMissing ? (
        <Text size="sm" c="dimmed">
          It has no content in {language}.
        </Text>
      ) : (
        <Loaded query={look} what={`${name} could not be rendered`}>
          {(rendered) => (
            <Paper withBorder className="revision-look">
              <PreviewPane
                rendered={rendered}
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

function useLook(
  { id, revision, ...content }: Revision,
  kind: Template['kind'],
  tag: string | null,
) {
  const other = tag === null ? undefined : content.languages[tag];
  const inLanguage = other ? { ...content, ...other, language: tag } : content;
  const { flow: _, ...unsaved } = unsavedContent.parse(inLanguage);
  const draft = { ...unsaved, id, kind, data: content.testData, within: null };
  return useQuery({
    queryKey: ['templates', 'look', id, revision, tag],
    queryFn: ({ signal }) => renderDraft(draft, signal),
  });
}
