/** What the words of a title block announce. */
export type LabelKind = 'number' | 'title' | 'revision' | 'dated' | 'table' | 'other'

export interface Label {
  readonly kind: LabelKind
  /** What the line says after its label. */
  readonly rest: string
}

const NR = String.raw`(?:\s*(?:no|nr|nos|number|num|n[úu]m(?:ero)?|num[eé]ro|n[º°o]|#)\.?)`
/** Whole labels, without the marks that end them; the first that fits counts. */
const WORDS: readonly (readonly [LabelKind, RegExp])[] = [
  [
    'number',
    new RegExp(String.raw`^(?:sheet|sht|drawing|dwg|hoja|l[aá]mina|plano|feuille|dessin|blatt|plan)\.?${NR}$`),
  ],
  ['number', /^(?:sheet|sht|drawing|dwg|hoja|l[aá]mina|feuille|blatt)\.?$/],
  [
    'title',
    /^(?:(?:sheet|drawing|dwg|plan)\s+)?(?:title|t[ií]tulo|titre|contents?|contenido|planinhalt|sujet)(?:\s+(?:de(?:l| la)?|du)\s+(?:hoja|plano|dessin|l[aá]mina))?$/,
  ],
  ['title', /^(?:sheet|drawing|dwg)\s+(?:name|description)$/],
  ['revision', new RegExp(String.raw`^(?:current |latest |sheet )?(?:rev|revision|revisi[oó]n|r[ée]vision)\.?${NR}?$`)],
  [
    'dated',
    /^(?:(?:issue|sheet|drawing|current|revision|rev\.?)\s+)?(?:date|dated|fecha|datum)(?:\s+(?:issued|of issue|de emisi[oó]n))?$/,
  ],
  ['dated', /^(?:issued|issue date|date of issue)$/],
  [
    'table',
    /^(?:revisions|revision history|issues?|issue record|submittals?|revisiones|r[ée]visions|mark|sym(?:bol)?|#|no|nr|n[º°]|by|par|por|description|descripci[oó]n|desc|remarks|issued? for|purpose|app(?:'?d)?|chk(?:'?d)?|△|∆)$/,
  ],
]
/** What other labels are of. */
const OTHERS = String.raw`(?:project|proj|job|work order|contract|permit|client|owner|scale|escala|[ée]chelle|ma(?:ss|ß)stab|drawn|dr|checked|ck|approved|designed|design|engineer|architect|reviewed|prepared|dibujado|revis[oó]|aprob[oó]|proyecto|cliente|projet|phase|building|location|address|consultants?|seals?|stamp|north|file|cad|plot(?:ted)?|print(?:ed)?|tel|phone|fax|e-?mail|copyright|filename|path|user|discipline|size|format|status|bid|agency|school|district|register|license|code|area|zone|pm|pic|principal)`
const OTHER = new RegExp(
  String.raw`^${OTHERS}(?:[ .]+(?:no|nr|number|name|nombre|by|por|date|title|manager|address|status|set|stamp|seal|plot|engineer|architect|of record|record|in charge|#|n[º°]))*\.?$`,
)
const ANNOUNCED = new RegExp(String.raw`^${OTHERS}\b[^:]{0,30}:`)
const BY = /^(?:drawn|checked|designed|approved|reviewed|prepared)(?: by)?\s+[a-z]{1,4}$/

const clean = (text: string) =>
  text
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .replace(/[.:;\s-]+$/, '')
    .trim()

const wholeKind = (text: string): LabelKind | null => {
  const words = clean(text)
  return WORDS.find(([, form]) => form.test(words))?.[0] ?? null
}

/** What a line announces, in one language or in two; null if it announces nothing. */
export function labelIn(text: string): Label | null {
  const [first = '', ...others] = text.split(/\s*[/|]\s*/)
  const kind = wholeKind(text) ?? (others.length && others.every((one) => wholeKind(one)) ? wholeKind(first) : null)
  if (kind) return { kind, rest: '' }
  const [, announced = '', rest = ''] = /^([^:]{1,40}):\s*(.+)$/.exec(text) ?? []
  const parts = announced.split(/\s*[/|]\s*/)
  const before = announced ? (wholeKind(announced) ?? wholeKind(parts[0] ?? '')) : null
  if (before && before !== 'table') return { kind: before, rest }
  const [, word = '', value = ''] =
    /^((?:rev(?:ision)?|sheet|sht|dwg|drawing)\.?(?:\s*(?:no|number)\b\.?|\s*#)?)\s*(\S.*)$/i.exec(text) ?? []
  const announces = word ? wholeKind(word) : null
  if (announces && /\d|^[A-Z]$/.test(value.split(' ')[0] ?? '')) return { kind: announces, rest: value }
  const words = clean(text)
  if (OTHER.test(words)) return { kind: 'other', rest: '' }
  return ANNOUNCED.test(words) || BY.test(words) ? { kind: 'other', rest: rest || words } : null
}
