/** Longer lines are the writer's: no mailer introduces a quote with so many characters. */
const mostCharacters = 400;
const mostMailersCharacters = 120;

/** The labels of the header that Outlook writes above a quoted mail, in the languages of its menus. */
const labels = {
  from: ['From', 'Von', 'De', 'Da', '差出人', '送信者'],
  others: [
    ...['Sent', 'Date', 'To', 'Cc', 'Subject'],
    ...['Gesendet', 'Datum', 'An', 'Betreff'],
    ...['Enviado', 'Enviada', 'Enviado em', 'Enviada em', 'Data', 'Para', 'Assunto'],
    ...['Envoyé', 'Envoyé le', 'À', 'A', 'Objet'],
    ...['Enviado el', 'Fecha', 'Asunto'],
    ...['Inviato', 'Oggetto'],
    ...['送信日時', '日時', '日付', '宛先', '件名'],
  ],
};

/** `De : `, `*From:* `, `差出人：`. */
const labelled = (names: readonly string[]) =>
  new RegExp(`^\\*?(?:${names.join('|')}) ?[:：]\\*?(?:\\s|$|(?<=：))`, 'i');

const fromLine = labelled(labels.from);
const headerLine = labelled(labels.others);

/** `-----Original Message-----` */
const originalMessage =
  /^-{2,} ?(?:Original Message|Original-Nachricht|Ursprüngliche Nachricht|Mensagem original|Message d['’]origine|Message original|Mensaje original|Messaggio originale|元のメッセージ) ?-{2,}$/i;

/** `---- On Mon, 23 Nov 2026 09:12:00 +0000 Acme wrote ----` */
const onWrote = /^-{2,} ?On .+ wrote ?-{2,}$/;

/** Whether the lines begin with the header of a quoted mail, or with the line above it. */
export function startsHeaderBlock(lines: readonly string[]): boolean {
  const [first = ''] = lines;
  if (originalMessage.test(first) || onWrote.test(first.slice(0, mostCharacters))) return true;
  if (first.length > mostCharacters || !(fromLine.test(first) || headerLine.test(first))) {
    return false;
  }
  const block = lines.slice(0, 6).map((line) => line.slice(0, mostCharacters));
  return (
    block.some((line) => fromLine.test(line)) &&
    block.filter((line) => fromLine.test(line) || headerLine.test(line)).length >= 3
  );
}

/** The lines that introduce a quoted mail, in the languages of the mailers. Each has a date or an address in it. */
const introductions = [
  /^On .+ wrote ?:$/,
  /^Am .+ schrieb\b.*:$/,
  /^.+ schrieb am .+:$/,
  /^.+ hat am .+ geschrieben ?:$/,
  /^(?:Em|No dia|A|Na) .+ escreveu ?:$/,
  /^Le .+ a écrit ?:$/,
  /^El .+ escribió ?:$/,
  /^Il .+ ha scritto ?:$/,
  /^\d{4}[年/.-].+(?:のメール|のメッセージ|さんは書きました|>) ?[:：]$/,
  /^.+ wrote on .+:$/,
];

const hasDateOrAddress = /\d{4}|\d{1,2}[:.h]\d{2}|\S@\S/;

/** A writer tells what they wrote themselves: no introduction. */
const ownWords =
  /\bI wrote ?:$|\bschrieb ich\b|\bescribí ?:$|\bescrevi ?:$|\bj['’]ai écrit ?:$|\bho scritto ?:$/;

/** How many of the first lines introduce a quoted mail, at most three, without an empty one; null if they do not. */
export function wroteLines(lines: readonly string[]): number | null {
  let joined = '';
  for (const [index, line] of lines.slice(0, 3).entries()) {
    joined = index === 0 ? line : `${joined} ${line}`;
    if (line === '' || joined.length > mostCharacters) return null;
    if (!/[:：]$/.test(joined)) continue;
    return isIntroduction(joined) ? index + 1 : null;
  }
  return null;
}

function isIntroduction(line: string): boolean {
  const isOne = introductions.some((introduction) => introduction.test(line));
  return isOne && hasDateOrAddress.test(line) && !ownWords.test(line);
}

/** Directly above marked lines, less is enough: `Acme wrote:`. */
export function isWroteLine(line: string): boolean {
  if (line.length > mostCharacters || ownWords.test(line)) return false;
  return /(?:\bwrote|\bwrites|\bschrieb|\bescreveu|\ba écrit|\bescribió|\bha scritto|書きました|のメール|>) ?[:：]$/.test(
    line,
  );
}

const devices = [
  ...['iPhone', 'iPad', 'iPod', 'Apple', 'Galaxy', 'Samsung', 'Android', 'BlackBerry', 'Huawei'],
  ...[
    'Xiaomi',
    'Pixel',
    'Nokia',
    'Windows',
    'Outlook',
    'Mail',
    'Yahoo',
    'Gmail',
    'GMX',
    'WEB\\.DE',
  ],
  ...['Proton', 'Fastmail', 'Thunderbird', 'mobile', 'phone', 'Handy', 'Smartphone', 'móvil'],
  ...['celular', 'telemóvel', 'cellulare', 'portable', 'téléphone'],
].join('|');

/** A line that begins so, names a device, and ends soon. */
const naming = (start: string, end = '.{0,40}$') =>
  new RegExp(`^${start} .{0,40}\\b(?:${devices})\\b${end}`, 'i');

/** What mailers add below the words: `Sent from my iPhone`. */
const mailersLines = [
  naming('Sent (?:from|with|via|using)'),
  naming('(?:Von|Diese Nachricht wurde)', '.{0,40}gesendet\\.?$'),
  naming('Gesendet (?:von|mit|über|aus)'),
  naming('Enviad[oa] (?:do|da|desde|de|a partir d[eoa]|pelo|com|usando|con)'),
  naming('Envoyé (?:de|depuis|avec|à partir d)'),
  /^Envoyé à partir d['’]Outlook\b/i,
  naming('Inviat[oa] (?:da|dal|dallo|con)'),
  /^(?:Get|Download|Obter(?: o)?|Obtenir|Télécharger|Obtener|Obtén|Descargar|Ottenere|Ottieni|Scarica) Outlook\b/i,
  /^(?:Laden Sie |Holen Sie sich )?Outlook für (?:iOS|Android)\b/i,
  /^(?:私の)?(?:iPhone|iPad|Galaxy|Android|Outlook).{0,20}(?:から送信|を入手)/i,
];

export function isMailersLine(line: string): boolean {
  if (line.length > mostMailersCharacters) return false;
  const bare = line.replace(/^[*_[]+/, '');
  return mailersLines.some((known) => known.test(bare));
}
