import { defaultClients } from './clients.ts';
import { finders } from './find-places.ts';
import type { ClientWeights, LookFinding } from './finding.ts';
import { type Found, guards, isGuardedStyle, isSparedInOutlook } from './guards.ts';
import { placesIn } from './place.ts';
import type { MailElement, MailSource } from './read-mail.ts';
import { type LookRule, lookClients, lookRules } from './rules.ts';
import { Surroundings } from './surroundings.ts';

export interface JudgeOptions {
  clients?: ClientWeights | undefined;
  /** The layout and the partials that the mail is joined with: their styles and elements count for guards. */
  beside?: readonly MailSource[];
  /** Whether to report what only looks plainer. Default: false. */
  degrades?: boolean;
}

/** What the chosen clients do not show as it is written, by place. */
export function judgeClients(mail: MailSource, options: JudgeOptions = {}): LookFinding[] {
  const { clients = defaultClients, beside = [], degrades = false } = options;
  const around = new Surroundings(mail, beside);
  const inForms = elementsInForms(mail);
  const placeOf = placesIn(mail.html);
  const chosen = Object.keys(clients);
  const found = new Map<string, LookFinding>();
  for (const rule of lookRules) {
    if (rule.effect === 'degrades' && !degrades) continue;
    const hit = chosen.filter((id) => rule.clients.includes(id));
    if (hit.length === 0) continue;
    for (const place of finders[rule.kind]?.(rule, around) ?? []) {
      const { line, column } = placeOf(place.offset);
      const key = `${rule.id} ${line}`;
      if (found.has(key) || (place.element && inForms.has(place.element))) continue;
      const left = clientsFound({ rule, ...place }, hit, around);
      if (left.length > 0) found.set(key, { ...described(rule, left, clients), line, column });
    }
  }
  return [...found.values()].sort(
    (one, other) => one.line - other.line || one.column - other.column,
  );
}

/** Those of the clients for which no guard covers the place. */
function clientsFound(found: Found, hit: string[], around: Surroundings): string[] {
  if (found.rule.guards.some((name) => guards[name]?.(found, around))) return [];
  if (isGuardedStyle(found, around)) return [];
  const isSpared = hit.includes(outlook) && isSparedInOutlook(found, around);
  return isSpared ? hit.filter((id) => id !== outlook) : hit;
}

const outlook = 'outlook-windows';

/** Within a form only the form is found. */
function elementsInForms({ elements }: MailSource): Set<MailElement> {
  const inside = new Set<MailElement>();
  for (const element of elements) {
    const { parent } = element;
    if (parent && (parent.name === 'form' || inside.has(parent))) inside.add(element);
  }
  return inside;
}

function described(rule: LookRule, hit: readonly string[], clients: ClientWeights) {
  const { id, effect, says, instead, source } = rule;
  const names = hit.map((each) => lookClients.find((client) => client.id === each)?.name ?? each);
  const share = hit.reduce((sum, each) => sum + (clients[each] ?? 0), 0);
  return {
    code: effect === 'breaks' ? ('client-breaks' as const) : ('client-degrades' as const),
    message: `${names.join(', ')}: ${says}: ${instead}`,
    ...{ feature: id, clients: hit, share: Math.round(share * 1e4) / 1e4, source },
  };
}
