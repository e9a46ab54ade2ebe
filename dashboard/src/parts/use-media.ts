import { useMediaQuery } from '@mantine/hooks';

/** Whether a media query fits, also in the first drawing of the page. */
export const useMedia = (query: string): boolean =>
  useMediaQuery(query, false, { getInitialValueInEffect: false });
