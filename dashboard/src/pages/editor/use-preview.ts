import {
  keepPreviousData,
  type QueryClient,
  QueryObserver,
  type QueryObserverOptions,
  type QueryObserverResult,
  useQueryClient,
} from '@tanstack/react-query';
import { startTransition, useEffect, useMemo, useRef, useState } from 'react';
import type { RenderedDraft } from '../../../../functions/manage/contracts/render.ts';
import type { Template } from '../../../../functions/manage/contracts/templates.ts';
import { renderDraft } from '../../api/flow.ts';
import { isTransient, retryPauseMs } from '../../api/problem.ts';
import type { WrittenDraft } from '../../draft/draft-in-language.ts';
import { type DraftProblem, refusedParts } from '../../draft/draft-problems.ts';
import { type Data, dataIn } from '../../draft/test-data.ts';
import { betweenKeys } from './between-keys.ts';

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

type Found = Omit<Preview, 'retry'>;

/** The shortest interval of renderings for each 100 KB, in milliseconds. The first keystroke is rendered at once. */
const apartMs = 100;

interface PreviewOptions {
  template: Pick<Template, 'id' | 'kind'>;
  store: WrittenDraft;
  /** A template that takes the partial, rendered instead of it. Default: none. */
  within?: string | null;
  enabled?: boolean;
}

/** Reads the store itself, and draws the page only when an answer arrives: no key waits for a rendering. */
export function usePreview({ template, store, within = null, enabled = true }: PreviewOptions) {
  const { id, kind } = template;
  const queries = useQueryClient();
  const [found, setFound] = useState<Found>(nothing);
  const live = useRef<ReturnType<typeof renderLive>>(null);
  useEffect(() => {
    if (!enabled) return;
    const show = (next: Found) => startTransition(() => setFound((last) => latest(last, next)));
    live.current = renderLive({ queries, store, of: { id, kind, within }, show });
    return live.current.stop;
  }, [queries, store, id, kind, within, enabled]);
  return useMemo((): Preview => ({ ...found, retry: () => live.current?.retry() }), [found]);
}

const none: readonly DraftProblem[] = [];
const noData: Data = {};
const nothing: Found = { rendered: null, problems: none, fault: null };

/** The last mail stays until the next one. Equal variables stay the same object, so that their fields are not drawn again. */
function latest(before: Found, now: Found): Found {
  const last = before.rendered;
  if (!now.rendered || !last) return { ...now, rendered: now.rendered ?? last };
  const isSame = JSON.stringify(now.rendered.variables) === JSON.stringify(last.variables);
  const { variables } = isSame ? last : now.rendered;
  return { ...now, rendered: { ...now.rendered, variables } };
}

interface LiveOptions {
  queries: QueryClient;
  store: WrittenDraft;
  of: Pick<Template, 'id' | 'kind'> & { within: string | null };
  show: (found: Found) => void;
}

/** Renders the store's draft while its author types. */
function renderLive({ queries, store, of, show }: LiveOptions) {
  let parts = store.current().draft;
  // While the text is not valid JSON, the data of the last valid text.
  let data = dataIn(parts.testData) ?? noData;
  const next = (): QueryObserverOptions<Answer> => {
    const { layout, language, subject, html, text } = parts;
    const draft = { ...of, layout, language, subject, html, text, data };
    return {
      // A random query key, because hashing 512 KB of HTML takes longer than drawing the page.
      queryKey: ['render', crypto.randomUUID()],
      queryFn: ({ signal }) => render(draft, signal),
      placeholderData: keepPreviousData,
      retry: (_, error) => isTransient(error),
      retryDelay: retryPauseMs,
      // The query also runs without a network: it fails, and the page says that the draft is not checked.
      networkMode: 'always',
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
    };
  };
  const observer = new QueryObserver(queries, next());
  const showing = betweenKeys(window, show);
  let told: Pick<QueryObserverResult<Answer>, 'data' | 'failureReason'> | null = null;
  const tell = ({ data, failureReason }: QueryObserverResult<Answer>) => {
    // A request that begins changes nothing, and would draw the page.
    if (told?.data === data && told?.failureReason === failureReason) return;
    told = { data, failureReason };
    const { rendered = null, problems = none } = data ?? {};
    showing.next({ rendered, problems, fault: failureReason });
  };
  let pause: ReturnType<typeof setTimeout> | undefined;
  let isBehind = false;
  const rest = () => {
    pause = setTimeout(
      () => {
        pause = undefined;
        if (isBehind) renderNow();
      },
      apartMs * Math.max(1, parts.html.length / 100_000),
    );
  };
  const renderNow = () => {
    isBehind = false;
    observer.setOptions(next());
    rest();
  };
  const follow = () => {
    const now = store.current().draft;
    if (renderedParts.every((part) => parts[part] === now[part])) return;
    if (parts.testData !== now.testData) data = dataIn(now.testData) ?? data;
    parts = now;
    isBehind = true;
    if (pause === undefined) renderNow();
  };
  const stops = [observer.subscribe(tell), store.subscribe(follow)];
  rest();
  return {
    retry: () => void queries.resetQueries({ queryKey: observer.getCurrentQuery().queryKey }),
    stop: () => {
      clearTimeout(pause);
      showing.stop();
      for (const stop of stops) stop();
    },
  };
}

const renderedParts = ['layout', 'language', 'subject', 'html', 'text', 'testData'] as const;

type Answer = Pick<Preview, 'rendered' | 'problems'>;

// Returns a refusal as problems: a repeated request would be refused, too.
async function render(
  draft: Parameters<typeof renderDraft>[0],
  signal: AbortSignal,
): Promise<Answer> {
  try {
    const rendered = await renderDraft({ ...draft, places: true }, signal);
    return { rendered: { ...rendered, source: draft.html }, problems: none };
  } catch (error) {
    const problems = refusedParts(error);
    if (problems.length === 0) throw error;
    return { rendered: null, problems };
  }
}
