import type { Written } from './pen.ts'

export type Place = 'right' | 'bottom' | 'corner'
export type LabelPlace = 'above' | 'left' | 'inside' | 'below' | 'inline' | 'none'
export type Field = 'firm' | 'project' | 'table' | 'admin' | 'title' | 'dated' | 'revision' | 'number' | 'notes' | 'key'

/** How a company lays its title blocks out. */
export interface Layout {
  readonly name: string
  readonly size: readonly [width: number, height: number]
  readonly place: Place
  readonly labels: LabelPlace
  /** The cells, from the top or from the left. */
  readonly cells: readonly Field[]
  readonly words: Readonly<Partial<Record<Field, string>>>
  /** The heads of the table of revisions, by what is in their columns; without heads if it has none. */
  readonly heads?: Readonly<Partial<Record<'mark' | 'day' | 'what' | 'by', string>>> | null
  readonly columns?: readonly ('mark' | 'day' | 'what' | 'by')[]
  readonly newest?: 'first' | 'last'
  /** Its heads are below the rows. */
  readonly upward?: boolean
  readonly date: (day: string) => string
  /** The day of the first issue stands at the label of the date, not that of the newest revision. */
  readonly dateOfIssue?: boolean
  readonly written?: Written
  readonly align?: 'start' | 'middle'
  /** Text along the edge is written upward. */
  readonly upwardText?: boolean
  /** The page is stored turned, and says so. */
  readonly rotate?: 0 | 90 | 180 | 270
  readonly sizes?: Readonly<{ number?: number; title?: number; label?: number; revision?: number }>
  /** The scanned page is a picture. */
  readonly scan?: boolean
  /** The title stands below the plan as well. */
  readonly titleTwice?: boolean
  /** How a revision is written in the table, before it in its cell, and what is after the number. */
  readonly mark?: (mark: string) => string
  readonly prefix?: string
  readonly suffix?: string
}

const [Y, M, D] = [(day: string) => day.slice(0, 4), (day: string) => day.slice(5, 7), (day: string) => day.slice(8)]
const months = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const whole = [
  'JANUARY',
  'FEBRUARY',
  'MARCH',
  'APRIL',
  'MAY',
  'JUNE',
  'JULY',
  'AUGUST',
  'SEPTEMBER',
  'OCTOBER',
  'NOVEMBER',
  'DECEMBER',
]
const dates = {
  short: (day: string) => `${M(day)}/${D(day)}/${Y(day).slice(2)}`,
  long: (day: string) => `${M(day)}/${D(day)}/${Y(day)}`,
  bare: (day: string) => `${Number(M(day))}/${Number(D(day))}/${Y(day)}`,
  dots: (day: string) => `${M(day)}.${D(day)}.${Y(day).slice(2)}`,
  dashes: (day: string) => `${M(day)}-${D(day)}-${Y(day)}`,
  iso: (day: string) => day,
  words: (day: string) => `${whole[Number(M(day)) - 1]} ${Number(D(day))}, ${Y(day)}`,
  dayFirst: (day: string) => `${D(day)} ${months[Number(M(day)) - 1]} ${Y(day)}`,
  dayDash: (day: string) => `${D(day)}-${months[Number(M(day)) - 1]}-${Y(day).slice(2)}`,
  metric: (day: string) => `${D(day)}.${M(day)}.${Y(day)}`,
}

const ARCH_D = [2592, 1728] as const
const ANSI_B = [1224, 792] as const
const ARCH_E = [3456, 2592] as const
const A1 = [2384, 1684] as const
const usual = { number: 'SHEET NUMBER', title: 'SHEET TITLE', revision: 'REVISION', dated: 'DATE', project: 'PROJECT' }
const brief = { number: 'SHEET NO.', title: 'TITLE', revision: 'REV', dated: 'DATE', project: 'PROJECT' }
const drawing = {
  number: 'DRAWING NO.',
  title: 'DRAWING TITLE',
  revision: 'REV. NO.',
  dated: 'ISSUE DATE',
  project: 'PROJECT NAME',
}
const spanish = {
  number: 'SHEET NO. / HOJA',
  title: 'TITLE / TÍTULO',
  revision: 'REV. / REVISIÓN',
  dated: 'DATE / FECHA',
  project: 'PROJECT / PROYECTO',
}
const strip: readonly Field[] = ['firm', 'table', 'project', 'admin', 'title', 'dated', 'revision', 'number']
const heads = { mark: 'NO.', day: 'DATE', what: 'REVISIONS' }
const base = {
  size: ARCH_D,
  place: 'right',
  labels: 'above',
  cells: strip,
  words: usual,
  heads,
  date: dates.short,
} as const

export const layouts: readonly Layout[] = [
  { ...base, name: 'labels above, revisions downward' },
  { ...base, name: 'revisions upward, heads at the foot', upward: true, newest: 'first', words: brief },
  {
    ...base,
    name: 'newest revision on top',
    newest: 'first',
    date: dates.long,
    columns: ['mark', 'what', 'day'],
    heads: { mark: 'REV', day: 'DATE', what: 'DESCRIPTION' },
  },
  { ...base, name: 'labels at the left', labels: 'left', words: brief, align: 'start' },
  {
    ...base,
    name: 'labels inside, values in the middle',
    labels: 'inside',
    align: 'middle',
    date: dates.words,
    words: drawing,
  },
  { ...base, name: 'labels below their values', labels: 'below', align: 'middle' },
  {
    ...base,
    name: 'no labels, title above the number',
    labels: 'none',
    cells: ['firm', 'notes', 'project', 'title', 'number'],
    heads: null,
    titleTwice: true,
  },
  {
    ...base,
    name: 'no labels, table without heads',
    labels: 'none',
    heads: null,
    cells: ['firm', 'project', 'table', 'title', 'number'],
    titleTwice: true,
  },
  {
    ...base,
    name: 'no labels, title said once',
    labels: 'none',
    cells: ['firm', 'table', 'project', 'title', 'number'],
    size: ANSI_B,
  },
  {
    ...base,
    name: 'bottom strip, labels above',
    place: 'bottom',
    cells: ['firm', 'table', 'project', 'title', 'admin', 'dated', 'revision', 'number'],
  },
  {
    ...base,
    name: 'bottom strip, labels inside',
    place: 'bottom',
    labels: 'inside',
    align: 'middle',
    words: drawing,
    cells: ['firm', 'table', 'project', 'title', 'dated', 'revision', 'number'],
    size: A1,
  },
  {
    ...base,
    name: 'bottom strip, number first',
    place: 'bottom',
    words: brief,
    cells: ['number', 'revision', 'title', 'project', 'dated', 'table', 'firm'],
  },
  { ...base, name: 'corner block of a small sheet', place: 'corner', size: ANSI_B, words: brief },
  {
    ...base,
    name: 'corner block, labels left',
    place: 'corner',
    labels: 'left',
    words: drawing,
    size: A1,
    date: dates.iso,
  },
  {
    ...base,
    name: 'date of the first issue beside revisions',
    dateOfIssue: true,
    cells: ['firm', 'table', 'project', 'admin', 'dated', 'title', 'number'],
  },
  {
    ...base,
    name: 'several dates',
    dateOfIssue: true,
    cells: ['firm', 'admin', 'table', 'project', 'dated', 'title', 'revision', 'number'],
    newest: 'first',
    date: dates.bare,
  },
  { ...base, name: 'dates with dots', date: dates.dots, words: brief },
  {
    ...base,
    name: 'dates with dashes, issues',
    date: dates.dashes,
    heads: { mark: '#', day: 'DATE', what: 'ISSUE' },
    columns: ['mark', 'day', 'what'],
  },
  {
    ...base,
    name: 'days before months in words',
    date: dates.dayFirst,
    heads: { mark: 'MARK', day: 'DATE', what: 'DESCRIPTION', by: 'BY' },
    columns: ['mark', 'day', 'what', 'by'],
  },
  {
    ...base,
    name: 'days before months, joined',
    date: dates.dayDash,
    columns: ['mark', 'what', 'by', 'day'],
    heads: { mark: 'REV', what: 'DESCRIPTION', by: 'BY', day: 'DATE' },
  },
  { ...base, name: 'metric', size: A1, date: dates.metric, words: drawing },
  { ...base, name: 'two languages', words: spanish, date: dates.dayFirst },
  {
    ...base,
    name: 'two languages, metric, at the bottom',
    size: A1,
    place: 'bottom',
    words: spanish,
    date: dates.metric,
    cells: ['firm', 'table', 'project', 'title', 'dated', 'revision', 'number'],
  },
  { ...base, name: 'page turned by 90', rotate: 90 },
  {
    ...base,
    name: 'page turned by 270',
    rotate: 270,
    place: 'bottom',
    cells: ['firm', 'table', 'project', 'title', 'dated', 'revision', 'number'],
  },
  { ...base, name: 'page turned by 180', rotate: 180, words: brief },
  { ...base, name: 'words of their own', written: 'words' },
  { ...base, name: 'letters of their own', written: 'letters', words: brief },
  { ...base, name: 'written twice', written: 'twice' },
  {
    ...base,
    name: 'strip written upward',
    upwardText: true,
    place: 'right',
    cells: ['number', 'revision', 'dated', 'title', 'project', 'table', 'firm'],
  },
  {
    ...base,
    name: 'strip written upward, labels inside',
    upwardText: true,
    labels: 'inside',
    words: drawing,
    cells: ['number', 'revision', 'dated', 'title', 'project', 'firm'],
  },
  { ...base, name: 'large sheet, small labels', size: ARCH_E, sizes: { label: 6, number: 90, title: 30 } },
  { ...base, name: 'number no larger than the title', sizes: { number: 16, title: 16 }, words: brief },
  {
    ...base,
    name: 'number above the title',
    cells: ['firm', 'table', 'number', 'title', 'project', 'admin', 'dated', 'revision'],
  },
  {
    ...base,
    name: 'key plan and notes beside',
    cells: ['key', 'notes', 'firm', 'table', 'project', 'title', 'dated', 'revision', 'number'],
    words: brief,
  },
  {
    ...base,
    name: 'revision table only',
    cells: ['firm', 'project', 'table', 'title', 'number'],
    columns: ['day', 'mark', 'what'],
    heads: { day: 'DATE', mark: 'REV', what: 'DESCRIPTION' },
  },
  {
    ...base,
    name: 'large REV 1 and no labels',
    labels: 'none',
    cells: ['firm', 'project', 'title', 'dated', 'revision', 'number'],
    prefix: 'REV ',
    sizes: { revision: 20, number: 24 },
    titleTwice: true,
  },
  {
    ...base,
    name: 'labels and values in one line',
    labels: 'inline',
    words: { ...brief, dated: 'DATE ISSUED' },
    cells: ['firm', 'project', 'title', 'dated', 'revision', 'number'],
  },
  { ...base, name: 'number of so many sheets', suffix: ' OF 40', words: brief, place: 'bottom' },
  {
    ...base,
    name: 'marks in brackets',
    mark: (mark) => `(${mark})`,
    words: { ...drawing, number: 'SHEET' },
    newest: 'first',
  },
  {
    ...base,
    name: 'issues without marks',
    columns: ['what', 'day'],
    heads: { what: 'ISSUE', day: 'DATE' },
    cells: ['firm', 'table', 'project', 'title', 'number'],
    words: { ...brief, number: 'DWG NO.' },
  },
  {
    ...base,
    name: 'no labels, at the bottom',
    labels: 'none',
    place: 'bottom',
    cells: ['firm', 'project', 'title', 'dated', 'number'],
  },
  {
    ...base,
    name: 'title below the number, labels below',
    labels: 'below',
    cells: ['table', 'firm', 'project', 'number', 'title', 'revision', 'dated'],
    align: 'middle',
    words: { ...usual, dated: 'ISSUED' },
  },
  {
    ...base,
    name: 'spread over a small sheet',
    size: [1191, 842],
    place: 'bottom',
    labels: 'inside',
    words: { ...brief, title: 'SHEET CONTENTS', revision: 'REVISION NO.' },
    date: dates.metric,
    cells: ['number', 'title', 'project', 'revision', 'dated', 'firm'],
  },
  { ...base, name: 'text as outlines', written: 'outlines' },
  { ...base, name: 'scan without text', scan: true },
]
