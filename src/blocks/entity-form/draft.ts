import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { labelOf, type Field, type Fields } from '#core/entity/field.ts'
import { errorsByInput, messageOf } from '#core/resource/messages.ts'
import type { FieldErrors, Result } from '#core/resource/result.ts'
import { same } from '#core/store/merge.ts'

type Values = Record<string, unknown>

/** What someone is typing into a form, and what became of saving it. */
export interface Draft<E extends Entity> {
  /** Tracked: the value of one field. */
  get(name: string): unknown
  set(name: string, value: unknown): void
  /** Tracked: the first message beside one input. */
  error(name: string): string | undefined
  /** Tracked: everything said of one field and what is below it, by the path from there (`0.value`; empty for itself). */
  errorsIn(name: string): readonly { path: string; message: string }[]
  /** Tracked: what the record holds by now where someone else changed what is being typed here. */
  theirs(name: string): { value: unknown } | undefined
  /** Gives up what was typed into a field for what the other wrote. */
  takeTheirs(name: string): void
  readonly dirty: ReadonlySignal<boolean>
  readonly saving: ReadonlySignal<boolean>
  /** What has no input to stand beside. */
  readonly alert: ReadonlySignal<string | null>
  /**
   * Null when it failed: what is wrong then shows in the form, and nothing typed is lost. `shown` are the fields with an
   * input on screen: errors of all others go into the alert.
   */
  save(shown: readonly string[]): Promise<RecordOf<E> | null>
}

interface Options<E extends Entity> {
  entity: E
  /** The record being changed; without it the draft is a new one. */
  record?: RecordOf<E> | undefined
  /** What a new one begins with. */
  initial?: DraftOf<E>
  save: (draft: DraftOf<E>) => Promise<Result<RecordOf<E>>>
}

/** What a field of a new record begins with: its default, or what an empty input of its kind holds. */
function emptyValues({ fields }: Entity): Values {
  return Object.fromEntries(
    Object.entries(fields as Fields).map(([name, { fallback, kind }]) => [
      name,
      fallback ?? (kind === 'flag' ? false : kind === 'lines' ? [] : null),
    ]),
  )
}

/**
 * A form's state, a signal to each field's reader. A save that another's change forestalled (409) keeps what was typed,
 * takes over what the other changed elsewhere, and says what of theirs it would overwrite.
 */
export function createDraft<E extends Entity>({ entity, record, initial, save }: Options<E>): Draft<E> {
  const fields: Fields = entity.fields
  const editable = Object.keys(fields).filter((name) => !fields[name]?.facts.readonly)
  const pick = (from: Values) =>
    Object.fromEntries(editable.flatMap((name) => (name in from ? [[name, from[name]]] : [])))
  const base = signal<Values>(record ? pick(record) : { ...emptyValues(entity), ...initial })
  const typed = signal<Values>({})
  const errors = signal<FieldErrors>({})
  const alert = signal<string | null>(null)
  const conflicts = signal<Values>({})
  const saving = signal(false)
  let stamp = record?.updated_at
  // The same object for the same content, so that a create sent twice after a lost answer is one create.
  let sent: DraftOf<E> | undefined

  /** Missing required fields are said here already, in the server's words, without asking it. */
  function missing(values: Values, shown: readonly string[]): FieldErrors {
    return Object.fromEntries(
      shown.flatMap((name) => {
        const field = fields[name]
        if (!field || !isRequired(field)) return []
        return isBlank(values[name]) ? [[name, [`${labelOf(name, field)} is required`]]] : []
      }),
    )
  }

  function adopt(current: RecordOf<E>) {
    const before = base.peek()
    const now = pick(current)
    const mine = typed.peek()
    const overlapping = Object.keys(mine).filter(
      (name) => !same(before[name], now[name]) && !same(mine[name], now[name]),
    )
    conflicts.value = Object.fromEntries(overlapping.map((name) => [name, now[name]]))
    base.value = now
    stamp = current.updated_at
  }

  return {
    get: (name) => (name in typed.value ? typed.value[name] : base.value[name]),
    set(name, value) {
      batch(() => {
        typed.value = { ...typed.peek(), [name]: value }
        // Field errors clear when the user types (section 5).
        const said = Object.entries(errors.peek())
        const left = said.filter(([key]) => !isOf(name, key))
        if (left.length < said.length) errors.value = Object.fromEntries(left)
      })
    },
    error: (name) => Object.entries(errors.value).find(([key]) => isOf(name, key))?.[1][0],
    errorsIn: (name) =>
      Object.entries(errors.value).flatMap(([key, messages]) =>
        isOf(name, key) ? messages.map((message) => ({ path: key.slice(name.length + 1), message })) : [],
      ),
    theirs: (name) => (name in conflicts.value ? { value: conflicts.value[name] } : undefined),
    takeTheirs(name) {
      batch(() => {
        typed.value = without(typed.peek(), name)
        conflicts.value = without(conflicts.peek(), name)
      })
    },
    dirty: computed(() =>
      Object.entries(typed.value).some(([name, value]) => !same(value ?? null, base.value[name] ?? null)),
    ),
    saving,
    alert,
    async save(shown) {
      if (saving.peek()) return null
      // Where a choice in the form takes inputs away, what was typed there is kept for their return and not sent.
      const entered: Values = {
        ...base.peek(),
        ...Object.fromEntries(Object.entries(typed.peek()).filter(([name]) => shown.includes(name))),
      }
      // A number that nobody has typed is the server's to give.
      const values = Object.fromEntries(
        Object.entries(entered).filter(([name, value]) => !fields[name]?.facts.sequence || !isBlank(value)),
      )
      const gaps = missing(values, shown)
      if (Object.keys(gaps).length) {
        errors.value = gaps
        alert.value = null
        return null
      }
      saving.value = true
      const next = { ...values, ...(record && { id: record.id, updated_at: stamp }) } as DraftOf<E>
      sent = sent && same(sent, next) ? sent : next
      const result = await save(sent)
      return batch(() => {
        saving.value = false
        if (result.ok) {
          typed.value = {}
          return result.data
        }
        if (result.current) adopt(result.current)
        if (result.status !== 0) sent = undefined
        errors.value = errorsByInput(result.errors)
        alert.value = messageOf(result, shown)
        return null
      })
    },
  }
}

/** Whether a field has to be filled in: a number that the server gives, or a default, is there without it. */
export const isRequired = ({ facts, fallback }: Field<unknown>): boolean =>
  !facts.optional && !facts.readonly && !facts.sequence && fallback === undefined

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && !value.trim())

/** Whether an error is a field's, or that of something below it. */
const isOf = (name: string, key: string): boolean => key === name || key.startsWith(`${name}.`)

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))
