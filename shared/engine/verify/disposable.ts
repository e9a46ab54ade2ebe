// Imports only the data: the package's own functions load it late and build the set again at every
// call, which took 1.6 ms more for the first address and 2.4 ms more for each one after it.
import listed from 'disposable-email-domains-js/dist/dict/disposable_email_blocklist.json' with {
  type: 'json',
};

/** Never disposable, with subdomains: providers that the list once had, relays, and the providers of most people. */
export const neverDisposable: ReadonlySet<string> = new Set(
  `
  21cn.com gawab.com opayq.com sify.com

  privaterelay.appleid.com duck.com mozmail.com relay.firefox.com simplelogin.com simplelogin.co
  simplelogin.fr aleeas.com slmail.me slmails.com anonaddy.com anonaddy.me addy.io passmail.net
  passmail.com passinbox.com

  gmail.com googlemail.com outlook.com hotmail.com hotmail.co.uk hotmail.fr hotmail.de hotmail.it
  live.com msn.com yahoo.com yahoo.co.uk yahoo.co.jp yahoo.co.in yahoo.fr yahoo.de ymail.com
  rocketmail.com aol.com icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me
  fastmail.com fastmail.fm hey.com zoho.com zohomail.com mail.com email.com hush.com hushmail.com
  tutanota.com tutanota.de tuta.com tuta.io posteo.de mailbox.org runbox.com
  gmx.com gmx.net gmx.de gmx.at gmx.ch web.de freenet.de t-online.de
  orange.fr free.fr laposte.net sfr.fr wanadoo.fr libero.it virgilio.it tiscali.it
  wp.pl o2.pl onet.pl interia.pl seznam.cz centrum.cz bluewin.ch btinternet.com sky.com
  mail.ru bk.ru inbox.ru list.ru yandex.ru yandex.com ya.ru rambler.ru ukr.net
  qq.com foxmail.com 163.com 126.com 139.com sina.com sohu.com naver.com daum.net hanmail.net
  docomo.ne.jp ezweb.ne.jp softbank.ne.jp rediffmail.com uol.com.br bol.com.br terra.com.br
  att.net comcast.net verizon.net sbcglobal.net bellsouth.net cox.net charter.net shaw.ca rogers.com
  bigpond.com optusnet.com.au
  `
    .trim()
    .split(/\s+/),
);

const disposable: ReadonlySet<string> = new Set(listed);

/** Whether a domain in lower-case A-labels, or a parent of it, is of a provider of throwaway addresses. */
export function isDisposable(domain: string): boolean {
  for (let name = domain; name.includes('.'); name = parentOf(name)) {
    if (neverDisposable.has(name)) return false;
    if (disposable.has(name)) return true;
  }
  return false;
}

function parentOf(domain: string): string {
  return domain.slice(domain.indexOf('.') + 1);
}
