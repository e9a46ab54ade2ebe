/** Names of functions (RFC 2142 and variants), without those of persons or places (paris, alexa, dev, mail). */
const roles = new Set(
  `
  abuse admin administrator hostmaster noc postmaster root security sysadmin webmaster www
  ftp news usenet uucp dns registrar mailer-daemon mailerdaemon devnull dmarc
  bounce bounces no-reply no_reply no.reply noreply do-not-reply donotreply
  notification notifications newsletter list list-request subscribe unsubscribe spam
  info information contact contactus enquiries enquiry inquiries inquiry hello feedback
  support help helpdesk service services customercare customerservice customersupport
  sales marketing press media office team staff everyone
  accounting accounts billing finance invoice invoices orders payments purchasing
  careers compliance hr jobs legal privacy recruiting recruitment
  `
    .trim()
    .split(/\s+/),
);

/** Whether a local part names a function: compared as a whole, in any case, without its `+tag`. */
export function isRole(localPart: string): boolean {
  return roles.has(localPart.toLowerCase().replace(/\+.*$/, ''));
}
