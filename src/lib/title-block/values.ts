/** Numbers of sheets: E-2.1, E2.01, E201, 2E-101A, T24-1, A-101.1. */
const NUMBER = /^\d{0,2}[A-Z]{1,4}[- .]?\d{1,4}(?:[.-]\d{1,4}){0,2}[A-Z]{0,2}$/
/** What is written like a sheet's number and is none: revisions, bulletins, places, codes and months. */
const NOT_NUMBER =
  /^(?:REV|NO|JOB|ADD|ASI|RFI|BID|VOL|STE|APT|BOX|SEC|ART|NEC|CBC|IBC|TEL|FAX|FIG|DET|PG|SHT|DWG|PH|CO|PR|PRO|CCD|PN|WO|PO|UNIT|LOT|BLDG|LEVEL|BULL|TYPE|GRID|ROOM|RM|LIC|CA|WA|OR|ID|AZ|NV|TX|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|SEPT|OCT|NOV|DEC)[- .]?\d/

/** The letters that numbers of sheets begin with in the trades; with others it is less likely one. */
const TRADES = /^\d{0,2}(?:G|C|L|S|A|I|Q|F|P|M|E|T|R|V|B|H|W|X|Z|O|[AELMPSCGIT][A-Z]|F[APS]|DD?|SK)[- .]?\d/

/** A sheet's number as it is compared: without spaces, dashes and case. */
export const numberKey = (number: string): string => number.replace(/[\s\-–—]/g, '').toUpperCase()

export function numberIn(text: string): string | null {
  const words = text
    .trim()
    .toUpperCase()
    .replace(/\s+OF\s+\d+$/, '')
    .replace(/\s*([.-])\s*/g, '$1')
  return NUMBER.test(words) && !NOT_NUMBER.test(words) && TRADES.test(words) ? words : null
}

/** A sheet's number that stands where its label says, in whatever form. */
export function anyNumberIn(text: string): string | null {
  const words = text.trim().replace(/\s+of\s+\d+$/i, '')
  return words.length <= 14 && /\d/.test(words) && /^[A-Z0-9][A-Z0-9 .-]*$/i.test(words) && !dateIn(words)
    ? words.toUpperCase()
    : null
}

const REVISION = /^(?:[△∆Δ(]\s*)?([A-Z]|\d{1,2}|[A-Z]\d{1,2}|\d{1,2}[A-Z])\)?$/
export const revisionIn = (text: string): string | null => REVISION.exec(text.trim().toUpperCase())?.[1] ?? null

/** How revisions follow one another: numbers, or letters, which come before numbers. */
export const rankOf = (revision: string): number =>
  /^\d/.test(revision)
    ? 1000 +
      Number.parseInt(revision, 10) * 30 +
      (revision.charCodeAt(revision.length - 1) % 30) * Number(/[A-Z]$/.test(revision))
    : revision.charCodeAt(0) * 10 + Number(/\d+$/.exec(revision)?.[0] ?? 0) / 100

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const OTHER_MONTHS: Readonly<Record<string, string>> = {
  ene: 'jan',
  abr: 'apr',
  ago: 'aug',
  dic: 'dec',
  janv: 'jan',
  févr: 'feb',
  avr: 'apr',
  mai: 'may',
  juin: 'jun',
  juil: 'jul',
  août: 'aug',
  déc: 'dec',
  okt: 'oct',
  dez: 'dec',
  mär: 'mar',
}

export type DayOrder = 'month' | 'day' | 'unknown'
export interface Dated {
  readonly iso: string
  /** Which of the day and the month comes first can be told. */
  readonly sure: boolean
  /** Where it is in its text. */
  readonly at: number
  readonly length: number
}

function isoOf(year: string, month: number, day: number): string | null {
  const full = year.length === 2 ? `20${year}` : year
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(Number(full), month, 0)).getUTCDate()
  return isDay ? `${full}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}` : null
}

const FIGURES = /(?<!\d)(\d{1,2})([/.-])(\d{1,2})\2(20\d\d|\d\d)(?!\d)/
const YEAR_FIRST = /(?<!\d)(20\d\d)[-./](\d{1,2})[-./](\d{1,2})(?!\d)/
const MONTH_FIRST = /\b(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(20\d\d)\b/iu
const DAY_FIRST = /(?<!\d)(\d{1,2})\.?[\s-](?:de )?(\p{L}{3,10})\.?[\s-](?:de )?(20\d\d|\d\d)(?!\d)/iu

function monthIn(word: string): number {
  const three = word.toLowerCase()
  const other = Object.entries(OTHER_MONTHS).find(([start]) => three.startsWith(start))?.[1]
  return MONTHS.indexOf(MONTHS.find((month) => three.startsWith(month)) ?? other ?? '') + 1
}

/** The first date in a text. `order` says how the sheet's other dates are written. */
export function dateIn(text: string, order: DayOrder = 'month'): Dated | null {
  const found = (match: RegExpExecArray, iso: string | null, sure = true): Dated | null =>
    iso === null ? null : { iso, sure, at: match.index, length: match[0].length }
  const year = YEAR_FIRST.exec(text)
  if (year) return found(year, isoOf(year[1] ?? '', Number(year[2]), Number(year[3])))
  const figures = FIGURES.exec(text)
  if (figures) {
    const [a, b] = [Number(figures[1]), Number(figures[3])]
    const isMetric = order === 'unknown' && figures[2] === '.' && figures[4]?.length === 4
    const isDayFirst = a > 12 || (b <= 12 && (order === 'day' || isMetric))
    const iso = isoOf(figures[4] ?? '', isDayFirst ? b : a, isDayFirst ? a : b)
    return found(figures, iso, a > 12 || b > 12 || a === b || order !== 'unknown')
  }
  const month = MONTH_FIRST.exec(text)
  if (month) return found(month, isoOf(month[3] ?? '', monthIn(month[1] ?? ''), Number(month[2])))
  const day = DAY_FIRST.exec(text)
  return day && found(day, isoOf(day[3] ?? '', monthIn(day[2] ?? ''), Number(day[1])))
}

/** Whether the sheet's dates begin with the month, as American ones do: those that can be told tell it of the others. */
export function orderIn(texts: readonly string[], isForeign: boolean): DayOrder {
  for (const text of texts) {
    const [, a, mark, b] = FIGURES.exec(text) ?? []
    if (Number(a) > 12) return 'day'
    if (Number(b) > 12) return 'month'
    if (mark === '.' && isForeign) return 'day'
  }
  return isForeign || texts.some((text) => FIGURES.exec(text)?.[2] === '.') ? 'unknown' : 'month'
}
export const isForeign = (text: string): boolean =>
  /fecha|escala|hoja|l[aá]mina|[ée]chelle|datum|maßstab|massstab|feuille|\b1:\d{2,3}\b/i.test(text)

/** Words that titles of sheets have. */
export const TITLE_WORDS =
  /\b(?:plans?|elevations?|sections?|details?|schedules?|diagrams?|riser|notes|legends?|symbols|abbreviations|cover|index|isometrics?|layout|specifications?|axonometric|survey|demolition|one-?line|single-?line|calculations|compliance|planta|plano|cortes?|elevaciones|detalles|coupes?|grundriss|schnitt|framing|foundation|grading|utilities|landscape|controls|perspectives?)\b/i
const KNOWN = /\b(?:hvac|mep|ada|rcp|it|tv|mdf|idf|hp|lp|ups|ev|nec|cctv|av|ii|iii|iv)\b/gi

/** Lines as a sentence: drawings write their titles in capitals. */
export function sentenceOf(words: string): string {
  const isLoud = words === words.toUpperCase()
  const shown = isLoud
    ? `${words.charAt(0)}${words.slice(1).toLowerCase()}`.replace(KNOWN, (word) =>
        word === 'it' ? word : word.toUpperCase(),
      )
    : words
  return shown.slice(0, 200)
}
