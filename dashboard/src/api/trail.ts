import { keepPreviousData } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  trailEntry,
  trailPage,
  type trailQuery,
} from '../../../functions/manage/contracts/trail.ts';
import { call, callForEmptyAnswer } from './call.ts';
import { useList } from './use-read.ts';

type TrailFilter = Omit<z.output<typeof trailQuery>, 'limit' | 'cursor'>;

export const useTrail = (filter: TrailFilter) =>
  useList({
    queryKey: ['trail', filter],
    path: '/trail',
    item: trailEntry,
    query: { ...filter, limit: 50 },
    staleTime: 0,
    placeholderData: keepPreviousData,
  });

export const readTrail = (query: TrailFilter & { cursor: string }, signal: AbortSignal) =>
  call('/trail', trailPage, { query: { ...query, limit: 100 }, signal });

/** The trail has an entry before a page saves a part of it. */
export const noteExport = (entries: number) =>
  callForEmptyAnswer('/trail/exported', { method: 'POST', body: { entries } });
