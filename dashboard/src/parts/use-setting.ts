import { useLocalStorage } from '@mantine/hooks';

/** The browser keeps it. */
export const useSetting = <T>(name: string, defaultValue: T) =>
  useLocalStorage<T>({ key: `postrider-${name}`, defaultValue, getInitialValueInEffect: false });
