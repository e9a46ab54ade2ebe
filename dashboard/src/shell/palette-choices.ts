import { useMantineColorScheme } from '@mantine/core';
import { useState } from 'react';
import { useMatch, useNavigate } from 'react-router';
import type { Right } from '../../../shared/people/roles.ts';
import { useAccount, useDenials } from '../api/account.ts';
import { recentlyOpened } from '../api/recent-templates.ts';
import { useTemplates } from '../api/templates.ts';
import {
  IconArrowsExchange,
  IconBolt,
  IconBraces,
  IconDeviceDesktop,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconMail,
  IconMailOff,
  IconMoon,
  IconPlus,
  IconSearch,
  IconSun,
  IconTemplate,
} from '../parts/icons.tsx';
import { askedForNew } from '../parts/use-asked-for-new.ts';
import { currentSession } from '../sign-in/session.ts';
import { type Elsewhere, useOtherAccounts, useOtherEnvironments } from './elsewhere.ts';
import { listPlaces, mainPlaces, settingsPlaces } from './places.ts';

export interface Choice {
  key: string;
  /** The heading above choices that follow each other. */
  group: string;
  label: string;
  detail?: string;
  icon: typeof IconMail;
  words: string;
  /** Only users with this right are offered it. */
  needs?: Right | undefined;
  /** "g t", which do the same. */
  keys?: string | undefined;
  run: () => void;
}

const maxOffered = 8;

/**
 * What the palette offers for a text: without one, the buttons of the page, the templates that the tab opened last,
 * actions and pages; else all pages and actions with its words, templates, and messages by an id.
 */
export function useChoices(text: string, onKeys: () => void): readonly Choice[] {
  const pasted = text.trim().replace(/^["'<]+|["'>,;]+$/g, '');
  const navigate = useNavigate();
  const to = (address: string, state?: unknown) => () => void navigate(address, { state });
  const templates = useTemplates({ search: pasted, kind: undefined, state: undefined });
  const pages = [...mainPlaces, ...listPlaces, ...settingsPlaces].map(
    ({ letter, ...place }): Choice => ({
      ...{ ...place, key: place.to, group: 'Pages', run: to(place.to) },
      keys: letter && `g ${letter}`,
    }),
  );
  const { data: account } = useAccount();
  const shownId = useMatch('/templates/:id/*')?.params.id;
  const opened = pasted === '' && account ? recentlyOpened(account.accountId) : [];
  const found = pasted === '' ? [] : (templates.data?.items ?? []);
  const ofTemplates = [
    ...opened.filter(({ id }) => id !== shownId),
    ...found.slice(0, maxOffered),
  ].map(
    ({ id, name, kind }): Choice => ({
      key: `template ${id}`,
      group: pasted === '' ? 'Recently opened' : 'Templates',
      label: name,
      detail: id,
      icon: kind === 'partial' ? IconBraces : IconTemplate,
      words: '',
      run: to(`/templates/${encodeURIComponent(id)}`),
    }),
  );
  const actions = actionsOf(to);
  const own = useOwnActions(onKeys);
  const accounts = useOtherAccounts().map((each) => switchTo('Accounts', each));
  const environments = useOtherEnvironments().map((each) => switchTo('Environments', each));
  const { open, search } = messagesOf(pasted, to);
  const words = plain(pasted).split(/\s+/);
  const denialOf = useDenials();
  const fits = (choice: Choice) => {
    if (denialOf(choice.needs) !== null) return false;
    const within = plain(`${choice.label} ${choice.detail ?? ''} ${choice.words}`);
    return words.every((word) => within.includes(word));
  };
  const others = [...environments, ...accounts.filter(fits).slice(0, maxOffered)];
  // A page's own name counts more than the other words for it.
  const isNamed = ({ label }: Choice) => plain(label).startsWith(plain(pasted));
  const named = [...pages.filter(isNamed), ...pages.filter((each) => !isNamed(each))];
  const [ofPage] = useState(buttonsOfPage);
  const all =
    pasted === ''
      ? [...ofPage, ...ofTemplates, ...actions, ...named, ...own, ...others]
      : [...open, ...ofPage, ...named, ...ofTemplates, ...actions, ...own, ...others, ...search];
  return all.filter(fits);
}

/** The buttons at the head of the page behind the palette, such as "Publish…". */
function buttonsOfPage(): Choice[] {
  const buttons =
    ':is(.page-actions, .template-actions) button:enabled:not([aria-disabled=true]):not([aria-haspopup])';
  return [...document.querySelectorAll<HTMLButtonElement>(buttons)]
    .filter((button) => button.checkVisibility() && nameOf(button) !== '')
    .map((button) => ({
      ...{ key: `button ${nameOf(button)}`, group: 'On this page', label: nameOf(button) },
      ...{ icon: IconBolt, words: '', run: () => button.click() },
    }));
}

const nameOf = (button: HTMLButtonElement) => button.ariaLabel ?? button.textContent.trim();

function switchTo(group: string, { id, name, href }: Elsewhere): Choice {
  const run = () => location.assign(href);
  const label = `Switch to ${name}`;
  return {
    ...{ key: `${group} ${id}`, group, label, detail: id },
    ...{ icon: IconArrowsExchange, words: group, run },
  };
}

type To = (address: string, state?: unknown) => () => void;

/** An id of postrider or SES is long and has no spaces. Any other text is searched for. */
function messagesOf(pasted: string, to: To): Record<'open' | 'search', Choice[]> {
  if (pasted.length < 3) return { open: [], search: [] };
  const choice = (label: string, icon: Choice['icon'], address: string): Choice => ({
    ...{ key: label, group: 'Messages', label, detail: pasted, icon, words: pasted },
    run: to(address),
  });
  const isId = /^(?=.*\d)[\w-]{16,}$/.test(pasted);
  const open = choice('Open the message', IconMail, `/messages/${encodeURIComponent(pasted)}`);
  const query = new URLSearchParams({ search: pasted });
  const search = choice('Search the messages for', IconSearch, `/messages?${query}`);
  return { open: isId ? [open] : [], search: [search] };
}

const action =
  (group: string) =>
  (label: string, icon: Choice['icon'], words: string, run: () => void, needs?: Right): Choice => ({
    ...{ key: label, group, label, icon, words, run, needs },
  });

function actionsOf(to: To): Choice[] {
  const begin = action('Actions');
  const suppress = to('/settings/suppressions', askedForNew);
  const webhook = to('/settings/webhooks', askedForNew);
  const keys = (state?: unknown) => to('/settings/api-keys', state);
  return [
    begin('New template', IconPlus, 'create add', to('/templates', askedForNew), 'write'),
    begin('New API key', IconKey, 'create add', keys(askedForNew), 'administer'),
    begin('Add a webhook', IconPlus, 'new create', webhook, 'administer'),
    begin('Suppress an address…', IconMailOff, 'add block', suppress, 'personal'),
    begin('Pause or revoke a key…', IconKey, 'stop', keys(), 'operate'),
    begin('Pause a template…', IconTemplate, 'stop', to('/templates'), 'operate'),
  ];
}

function useOwnActions(onKeys: () => void): Choice[] {
  const { setColorScheme } = useMantineColorScheme();
  const { user, signOut } = currentSession();
  const own = action('Dashboard');
  const followSystem = () => setColorScheme('auto');
  return [
    own('Light appearance', IconSun, 'colour scheme theme', () => setColorScheme('light')),
    own('Dark appearance', IconMoon, 'colour scheme theme', () => setColorScheme('dark')),
    own('Appearance of the system', IconDeviceDesktop, 'colour scheme theme auto', followSystem),
    own('Show the keys', IconKeyboard, 'shortcuts help', onKeys),
    ...(user ? [own('Sign out', IconLogout, 'log out', () => void signOut())] : []),
  ];
}

/** In small letters, without accents. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
