import { useThrottledValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState, useSyncExternalStore } from 'react';
import type { RenderedDraft } from '../../../../functions/manage/contracts/render.ts';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { renderDraft } from '../../api/flow.ts';
import { isTransient, retryPauseMs } from '../../api/problem.ts';
import type { WrittenDraft } from '../../draft/draft-in-language.ts';
import { type DraftProblem, refusedParts } from '../../draft/draft-problems.ts';
import { type Data, parseData } from '../../draft/test-data.ts';

export interface Rendering extends RenderedDraft {
  source: string;
}

export interface Preview {
  /** The last success; null before the first. */
  rendered: Rendering | null;
  /** If there are any, `rendered` is that of an older draft. */
  problems: readonly DraftProblem[];
  /** Why the draft is not checked: no answer, or a fault of the service. Otherwise null. */
  fault: unknown;
  retry: () => void;
}

/** The shortest interval of renderings, in milliseconds. The first keystroke is rendered at once. */
const apartMs = 100;

export interface PreviewOptions {
  template: Pick<Template, 'id' | 'kind'>;
  store: WrittenDraft;
  /** A template that takes the partial, rendered instead of it. Default: none. */
  within?: string | null;
  enabled?: boolean;
}

export function usePreview({
  template: { id, kind },
  store,
  within = null,
  enabled = true,
}: PreviewOptions): Preview {
  const { layout, language, subject, html, text, testData } = useSyncExternalStore(
    store.subscribe,
    () => store.current().draft,
  );
  const parsed = useMemo(() => parseData(testData), [testData]);
  // While the text is not valid JSON, the data of the last valid text.
  const data = useLast(parsed.ok ? parsed.data : null) ?? noData;
  // A random query key, because hashing 512 KB of HTML at each render takes longer than drawing the page.
  const written = useMemo(
    () => ({
      key: crypto.randomUUID(),
      draft: { id, kind, layout, language, subject, html, text, data, within },
    }),
    [id, kind, layout, language, subject, html, text, data, within],
  );
  const { key, draft } = useThrottledValue(written, apartMs);
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['render', key],
    queryFn: ({ signal }) => render(draft, signal),
    placeholderData: keepPreviousData,
    enabled,
    retry: (_, error) => isTransient(error),
    retryDelay: retryPauseMs,
    // The query also runs without a network: it fails, and the page says that the draft is not checked.
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const rendered = useLast(query.data?.rendered ?? null);
  const problems = query.data?.problems ?? none;
  const fault = query.failureReason;
  return useMemo(
    () => ({
      ...{ rendered, problems, fault },
      retry: () => void queries.resetQueries({ queryKey: ['render', key] }),
    }),
    [rendered, problems, fault, queries, key],
  );
}

const none: readonly DraftProblem[] = [];
const noData: Data = {};

// Returns a refusal as problems: a repeated request would be refused, too.
async function render(
  draft: Parameters<typeof renderDraft>[0],
  signal: AbortSignal,
): Promise<Pick<Preview, 'rendered' | 'problems'>> {
  try {
    const rendered = await renderDraft({ ...draft, places: true }, signal);
    return { rendered: { ...rendered, source: draft.html }, problems: none };
  } catch (error) {
    const problems = refusedParts(error);
    if (problems.length === 0) throw error;
    return { rendered: null, problems };
  }
}

function useLast<T>(value: T | null): T | null {
  const [last, setLast] = useState(value);
  if (value !== null && value !== last) setLast(value);
  return value ?? last;
}
