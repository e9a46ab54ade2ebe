import type { Webhook } from '../../../../functions/manage/contracts/webhooks.ts';

/** The service calls a failing webhook active. */
export type WebhookLook = 'active' | 'failing' | 'paused';

export function lookOf({ state, failingSince }: Webhook): WebhookLook {
  if (state === 'paused') return 'paused';
  return failingSince === null ? 'active' : 'failing';
}

/** The type without the common prefix: `bounced`. */
export function shortType(type: string): string {
  return type.replace(/^message\./, '');
}

export const eventWords = ({ types }: Pick<Webhook, 'types'>): string =>
  types === null ? 'All' : types.map(shortType).join(', ');

export const pausedWords: Record<NonNullable<Webhook['pausedBecause']>, string> = {
  asked: 'A user paused it. It gets no events, and it will not get those that it misses.',
  gone: 'The receiver answered 410, which asks for no more events, so it was paused. Resume it if that was a mistake.',
  failing:
    'Every try failed for three days, so it was paused. Correct the receiver, send a test event, then resume it.',
};
