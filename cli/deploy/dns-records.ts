/**
 * The DNS records that a stack's outputs ask somebody to make, a line each as in a zone file: those
 * of senders, and those of names of one's own. None where the records are in a zone of the stack's.
 */
export function dnsRecordsIn(outputs: Readonly<Record<string, string>>): string[] {
  const ofSenders = Object.entries(outputs)
    .filter(([name]) => name.startsWith('DnsRecords'))
    .flatMap(([, records]) => records.split('\n'));
  const ofNames = [
    { url: outputs.BaseUrl, target: outputs.DomainTarget },
    { url: outputs.DashboardUrl, target: outputs.DashboardDomainTarget },
  ].flatMap(({ url, target }) => (url && target ? [`${new URL(url).host} CNAME ${target}`] : []));
  return [...ofSenders, ...ofNames];
}
