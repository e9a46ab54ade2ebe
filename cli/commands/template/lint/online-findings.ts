import { placesIn } from '../../../../shared/engine/looks/place.ts';
import { readMail } from '../../../../shared/engine/looks/read-mail.ts';
import {
  contentIn,
  type TemplateSource,
} from '../../../../shared/manage/templates/template-source.ts';
import { hostOf } from '../../../../shared/webhook/address.ts';
import { type AddressAnswer, askAddress } from './ask-address.ts';
import type { LintFinding } from './finding.ts';

/** An address in a template's file, with the place of the finding about it. */
export interface LinkedAddress {
  address: string;
  isPicture: boolean;
  place: Omit<LintFinding, 'code' | 'message'>;
}

const limits = { addresses: 200, atOnce: 8, bytes: 1_000_000, bytesOfMail: 2_000_000 };

/** The addresses of links and pictures in a template's HTML, in each language. */
export function addressesIn(source: TemplateSource): LinkedAddress[] {
  const tags = [undefined, ...Object.keys(source.languages ?? {})];
  return tags.flatMap((language) => {
    const { html } = contentIn(source, language);
    const placeOf = placesIn(html);
    const { templateId } = source;
    return readMail(html).elements.flatMap((element) =>
      element.attributes.flatMap(({ name, value, hasTag, start }) => {
        const isPicture = name === 'background' || (name === 'src' && element.name !== 'script');
        if (hasTag || !(isPicture || name === 'href')) return [];
        const place = { templateId, part: 'html' as const, ...(language && { language }) };
        return { address: value.trim(), isPicture, place: { ...place, ...placeOf(start) } };
      }),
    );
  });
}

/** A call might end a subscription or use up a link: no address of this kind is ever asked. */
const acts = /unsubscribe|token|confirm|verify/i;

/** Asks each address once, and reports those that are dead, redirected too often, or pictures that are too large. */
export async function onlineFindings(
  linked: readonly LinkedAddress[],
  ask: (address: string) => Promise<AddressAnswer> = askAddress,
): Promise<{ findings: LintFinding[]; note?: string }> {
  const addresses = [...new Set(linked.map(({ address }) => address))].filter(mayAsk);
  const chosen = addresses.slice(0, limits.addresses);
  const answers = new Map<string, AddressAnswer>();
  const byHost = Map.groupBy(chosen, (address) => hostOf(new URL(address)));
  const hosts = [...byHost.values()];
  const work = async () => {
    for (let own = hosts.pop(); own !== undefined; own = hosts.pop()) {
      for (const address of own) answers.set(address, await ask(address));
    }
  };
  await Promise.all(Array.from({ length: limits.atOnce }, work));
  const findings = linked.flatMap((each) => {
    const answer = answers.get(each.address);
    return answer ? findingsOf(each, answer) : [];
  });
  return {
    findings: [...findings, ...heavyTogether(linked, answers)],
    ...(chosen.length < addresses.length && {
      note: `Asked ${chosen.length} of ${addresses.length} addresses: lint fewer templates at once.`,
    }),
  };
}

function mayAsk(address: string): boolean {
  return /^https?:\/\//i.test(address) && URL.canParse(address) && !acts.test(address);
}

function findingsOf(
  { address, isPicture, place }: LinkedAddress,
  { problem, redirects, bytes }: AddressAnswer,
): LintFinding[] {
  const shown = address.length > 60 ? `${address.slice(0, 60)}…` : address;
  const found = (code: LintFinding['code'], message: string) => ({ ...place, code, message });
  if (problem !== null) {
    return [found('dead-link', `${shown} ${problem}: correct the address`)];
  }
  const findings: LintFinding[] = [];
  if (redirects > 3) {
    const message = `${shown} is redirected ${redirects} times: write the last address`;
    findings.push(found('many-redirects', message));
  }
  if (isPicture && bytes !== null && bytes > limits.bytes) {
    const message = `${shown} has ${megabytes(bytes)}: make the picture smaller than 1 MB`;
    findings.push(found('heavy-image', message));
  }
  return findings;
}

/** One finding for each mail whose pictures are too large together, at the first of them. */
function heavyTogether(
  linked: readonly LinkedAddress[],
  answers: ReadonlyMap<string, AddressAnswer>,
): LintFinding[] {
  const pictures = linked.filter(({ isPicture }) => isPicture);
  const mails = Map.groupBy(pictures, ({ place }) => `${place.templateId} ${place.language}`);
  return [...mails.values()].flatMap((mail) => {
    const each = new Set(mail.map(({ address }) => address));
    const bytes = [...each].map((address) => answers.get(address)?.bytes ?? 0);
    const sum = bytes.reduce((whole, more) => whole + more, 0);
    const [first] = mail;
    if (!first || sum <= limits.bytesOfMail) return [];
    const message = `the pictures have ${megabytes(sum)} together: make them smaller than 2 MB`;
    return [{ ...first.place, code: 'heavy-image' as const, message }];
  });
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`;
