import * as z from 'zod';

/** The format of the settings file that this version writes. A file without `format` has this one. */
export const settingsFormat = 1;

const formatted = z.looseObject({ format: z.unknown().optional() });

/**
 * The sentence about a settings file whose format this version cannot read; undefined if it can. A newer format may
 * give its settings another meaning, so nothing else of such a file is read.
 */
export function formatProblem(value: unknown, file: string): string | undefined {
  const format = formatted.safeParse(value).data?.format;
  if (format === undefined || format === settingsFormat) return undefined;
  if (typeof format === 'number' && Number.isInteger(format) && format > settingsFormat) {
    return `${file} has format ${format}, which this version of postrider does not know: update postrider`;
  }
  return `${file}: format must be ${settingsFormat}`;
}
