import { Alert, Button, Group, Text } from '@mantine/core';
import { type ComponentType, lazy, useCallback, useEffect, useState } from 'react';

/** The pause before a script that could not be loaded is asked for once more, in milliseconds. */
const pauseMs = 500;

export interface NotLoadedProps {
  retry: () => void;
  isTrying: boolean;
  /** The network is back, but the browser does not ask again for what it could not load: only a reload helps. */
  isStuck: boolean;
}

/**
 * A part of a page that the browser loads when it is first shown. A fault leaves the rest of the page as it is; `NotLoaded`
 * stands in the place of the part.
 */
export function later<Props extends object>(
  script: () => Promise<{ default: ComponentType<Props> }>,
  NotLoaded: ComponentType<NotLoadedProps> = PartNotLoaded,
) {
  return lazy(async () => ({
    default: await loadOrOffer(script, (part) => part.default, NotLoaded),
  }));
}

/**
 * The component of a script. If the script cannot be loaded, twice, what comes instead offers to try again, tries again
 * by itself when the network is back, and then shows the component in its place.
 */
export async function loadOrOffer<Script, Props extends object>(
  script: () => Promise<Script>,
  pick: (script: Script) => ComponentType<Props>,
  NotLoaded: ComponentType<NotLoadedProps>,
): Promise<ComponentType<Props>> {
  try {
    return pick(await script());
  } catch {
    const retry = async () => pick(await loadAgain(script));
    await new Promise((paused) => setTimeout(paused, pauseMs));
    return retry().catch(() => offering(retry, NotLoaded));
  }
}

function offering<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  NotLoaded: ComponentType<NotLoadedProps>,
): ComponentType<Props> {
  let loaded: { Part: ComponentType<Props> } | null = null;
  return function Offered(props: Props) {
    const [shown, show] = useState(loaded);
    const [state, setState] = useState<'waiting' | 'trying' | 'stuck'>('waiting');
    const retry = useCallback(async () => {
      setState('trying');
      try {
        loaded = { Part: await load() };
        show(loaded);
      } catch {
        setState((await isReachable()) ? 'stuck' : 'waiting');
      }
    }, []);
    useEffect(() => {
      window.addEventListener('online', retry);
      return () => window.removeEventListener('online', retry);
    }, [retry]);
    if (shown) return <shown.Part {...props} />;
    const [isTrying, isStuck] = [state === 'trying', state === 'stuck'];
    return <NotLoaded retry={() => void retry()} isTrying={isTrying} isStuck={isStuck} />;
  };
}

/**
 * A browser remembers that a module could not be loaded, and its message says which: another query makes it another
 * module. What that module imports stays the same.
 */
async function loadAgain<Script>(script: () => Promise<Script>): Promise<Script> {
  await loadMissingStyles();
  try {
    return await script();
  } catch (fault) {
    const [address] = /https?:\S+?\.js/.exec(String(fault)) ?? [];
    if (!address) throw fault;
    return import(/* @vite-ignore */ `${address}?again=${Date.now()}`);
  }
}

const isReachable = async () =>
  (await fetch('/config.json', { cache: 'no-store' }).catch(() => null))?.ok === true;

/** Vite asks for each stylesheet only once. */
async function loadMissingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  const missing = links.filter(({ sheet }) => sheet === null);
  await Promise.all(
    missing.map((before) => {
      const link = document.createElement('link');
      const read = new Promise((resolve, reject) => {
        link.addEventListener('load', resolve);
        link.addEventListener('error', () => reject(new Error(`${link.href} was not loaded`)));
      });
      link.rel = 'stylesheet';
      link.href = before.href;
      before.replaceWith(link);
      return read;
    }),
  );
}

/** What stands in the place of a part whose script could not be loaded. */
export function PartNotLoaded({ retry, isTrying, isStuck }: NotLoadedProps) {
  return (
    <Alert color="yellow" title="This part of the page could not be loaded" role="alert">
      <Group gap="md">
        <Text size="sm">The network did not bring it. Nothing that you wrote is lost.</Text>
        <Button size="compact-sm" variant="default" onClick={retry} loading={isTrying}>
          Try again
        </Button>
        {isStuck && <ReloadButton />}
      </Group>
    </Alert>
  );
}

export function ReloadButton() {
  return (
    <Button size="compact-sm" variant="default" onClick={() => window.location.reload()}>
      Reload the page
    </Button>
  );
}
