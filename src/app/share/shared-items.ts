import { formatWeekday } from '#lib/days.ts'
import { isObject } from '#lib/is-object.ts'
import type { SharedKind, SharePage } from '#lib/share-page.ts'
import type { SharedFile } from './shared-data.ts'

type Row = Readonly<Record<string, unknown>>
type State = SharedKind['states'][number]

/** A work item, as the page shows it. */
export interface SharedItem {
  readonly id: number
  /** "Punch item 014". */
  readonly name: string
  readonly title: string
  readonly text: string
  readonly state: State | undefined
  readonly due: string | null
  /** Where it is, and what else there is to say of it in a line. */
  readonly facts: readonly string[]
  /** The lines of its checklist; of others nothing is done. */
  readonly lines: readonly { readonly text: string; readonly isDone: boolean | null }[]
  /** Whether the recipient may say that it is done. */
  readonly mayDo: boolean
  readonly messages: readonly { readonly id: number; readonly by: string; readonly at: string; readonly text: string }[]
  /** When something of it changed last. */
  readonly at: string
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')
const rowsOf = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isObject) : [])
const wordsOf = (value: unknown) => (typeof value === 'number' ? String(value) : textOf(value).replaceAll('_', ' '))
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const units: Readonly<Record<string, string>> = { workers: ' workers', hours: ' h' }

/** The lines of a record that are records of their own: "Deliveries: Platt Electric · Gear". */
const linesIn = ({ names, fields }: NonNullable<SharedKind['lines']>, lines: readonly Row[]) =>
  lines.map((line) => {
    const told = fields.flatMap((name) => (line[name] ? `${wordsOf(line[name])}${units[name] ?? ''}` : []))
    return { text: `${names[textOf(line.type)] ?? ''}: ${told.join(' · ')}`, isDone: null }
  })

/** The items of a link with their messages, from the lists that the server answers. */
export function itemsOf(
  page: SharePage,
  kind: SharedKind,
  records: readonly Row[],
  messages: readonly Row[],
  lines: readonly Row[],
) {
  return records.map((record): SharedItem => {
    const state = kind.states.findLast(({ at }) => at === null || typeof record[at] === 'string')
    const said = messages
      .filter(({ messageable_id }) => messageable_id === record.id)
      .map((one) => ({
        id: Number(one.id),
        by: textOf(one.user_name),
        at: textOf(one.created_at),
        text: textOf(one.content),
      }))
    const isOpen = state?.at === null
    return {
      id: Number(record.id),
      name: `${capital(kind.noun)} ${kind.digits ? String(record.number).padStart(kind.digits, '0') : ''}`.trim(),
      title: textOf(record.title) || formatWeekday(textOf(record.date)),
      text: [record.description, record.question, record.work_performed, record.delays]
        .flatMap((one) => textOf(one) || [])
        .join('\n\n'),
      state,
      due: isOpen ? textOf(record.due_date) || null : null,
      facts: [record.location, record.trade, record.assigned_name && `For ${textOf(record.assigned_name)}`].flatMap(
        (fact) => textOf(fact) || [],
      ),
      lines: kind.lines
        ? linesIn(kind.lines, lines)
        : rowsOf(record.checklist ?? record.points).map((line) => ({
            text: textOf(line.text),
            isDone: Boolean(line.done_at ?? line.fine),
          })),
      mayDo: kind.done !== null && isOpen && [null, page.recipient_id].some((id) => id === record.assigned_id),
      messages: said,
      at: said.reduce((last, { at }) => (at > last ? at : last), textOf(record.updated_at)),
    }
  })
}

/** The files on those items; each stands below its item. */
export const filesOn = (at: string, attachments: readonly Row[]): SharedFile[] =>
  attachments.map((one) => ({
    id: Number(one.id),
    name: textOf(one.name),
    title: textOf(one.caption),
    place: '',
    revision: null,
    at: textOf(one.created_at),
    file: `${at}/attachments/${Number(one.id)}/file`,
    thumb: one.image || one.preview_state === 'ready' ? `${at}/attachments/${Number(one.id)}/preview?size=320` : null,
    item: Number(one.attachable_id),
  }))
