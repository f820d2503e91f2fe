import { batch, computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import type { Fields } from '#core/entity/field.ts'
import { errorsByInput, messageOf } from '#core/resource/messages.ts'
import { fieldsOf } from '#core/entity/variants.ts'
import { restorable, storable, type Typed } from '#core/drafts/typed.ts'
import type { SaveOptions } from '#core/resource/resource.ts'
import type { Failure, FieldErrors, Result, Success } from '#core/resource/result.ts'
import { same } from '#core/store/merge.ts'
import { isBlank, missingIn, unreadableIn } from './required.ts'

type Values = Record<string, unknown>

/** The state of a form over a record. */
export interface Draft<E extends Entity> {
  /** Tracked: the value of one field. */
  get(name: string): unknown
  set(name: string, value: unknown): void
  /** Tracked: the fields of a record of the chosen type; all fields, if the entity has no types. */
  readonly fields: ReadonlySignal<Fields>
  /** Whether the field can only be set on creation. */
  isFixed(name: string): boolean
  /** Tracked: the first error of a field. */
  error(name: string): string | undefined
  /** Tracked: all errors at or below a field, with relative paths (`0.value`; empty for the field itself). */
  errorsIn(name: string): readonly { path: string; message: string }[]
  /** Tracked: the stored value of a field that someone else changed while it was edited here. */
  theirs(name: string): { value: unknown } | undefined
  /** Replaces the typed value of a field with the other person's. */
  takeTheirs(name: string): void
  /** Shows why what is in the form was refused. */
  refuse(failure: Failure<RecordOf<E> | undefined>, shown: readonly string[]): void
  /** Tracked: what the device keeps of what was typed; null for nothing. */
  readonly kept: ReadonlySignal<Typed | null>
  /** Adds what was typed into these fields on an earlier visit; what someone else changed since becomes a conflict. */
  restore(kept: Typed, shown: readonly string[]): void
  /** Takes back everything typed. */
  reset(): void
  readonly dirty: ReadonlySignal<boolean>
  readonly saving: ReadonlySignal<boolean>
  /** The errors of fields without an input. */
  readonly alert: ReadonlySignal<string | null>
  /**
   * Saves the form. On failure it returns null, shows the errors and keeps the typed values. `shown` are the fields with
   * an input on screen; errors of other fields go into the alert. `check` finds what this form asks beyond the description.
   */
  save(
    shown: readonly string[],
    check?: (values: Readonly<Record<string, unknown>>) => FieldErrors,
  ): Promise<Success<RecordOf<E>> | null>
}

/** Saves a draft; `basis` are the values that its fields had when they were edited. */
export type Save<E extends Entity> = (
  draft: DraftOf<E>,
  options: Pick<SaveOptions, 'basis'>,
) => Promise<Result<RecordOf<E>>>

interface Options<E extends Entity> {
  entity: E
  /** The record to edit; without it, a new one is created. */
  record?: RecordOf<E> | undefined
  /** The initial values of a new record. */
  initial?: DraftOf<E>
  /** Values typed before. */
  typed?: Values
  /** The fields that lose their values when another one changes, by its name. */
  clears?: Readonly<Record<string, readonly string[]>>
  /** Whether the server has a field; others are not sent. By default it has all. */
  tells?: (name: string) => boolean
  save: Save<E>
}

/** The initial values of a new record: each field's default, or the value of an empty input. */
function emptyValues(fields: Fields, tells: (name: string) => boolean): Values {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, { fallback, kind }]) =>
      tells(name) ? [[name, fallback ?? (kind === 'flag' ? false : kind === 'lines' ? [] : null)]] : [],
    ),
  )
}

/**
 * Creates the state of a form. After a conflict (409) it keeps the typed values, adopts the other person's changes of other
 * fields, and reports the fields that both have changed.
 */
export function createDraft<E extends Entity>({
  entity,
  record,
  initial,
  typed: before = {},
  clears = {},
  tells = () => true,
  save,
}: Options<E>): Draft<E> {
  const fields: Fields = entity.fields
  const editable = Object.keys(fields).filter((name) => !fields[name]?.facts.readonly)
  const pick = (from: Values) =>
    Object.fromEntries(editable.flatMap((name) => (name in from ? [[name, from[name]]] : [])))
  const base = signal<Values>(record ? pick(record) : { ...initial })
  const typed = signal<Values>(before)
  const by = entity.variants?.by
  const type = computed(() => by && (by in typed.value ? typed.value[by] : base.value[by]))
  const current = computed(() => fieldsOf(entity, type.value))
  const empty = computed(() => (record ? {} : emptyValues(current.value, tells)))
  /** The value of a field before anything was typed. */
  const initialOf = (name: string) => (name in base.value ? base.value[name] : empty.value[name])
  const errors = signal<FieldErrors>({})
  const alert = signal<string | null>(null)
  const conflicts = signal<Values>({})
  const saving = signal(false)
  /** The values of an existing record's fields when they were first changed here. */
  let started: Values = {}
  let stamp = record?.updated_at

  /** Whether records of the chosen type have this field; `initial` may also name what is no field. */
  const isOfType = (name: string) => name in current.peek() || !(name in fields)

  /** The stored values of those typed fields that were something else before. */
  function conflictsWith(before: Values, names: readonly string[]): Values {
    const [now, mine] = [base.peek(), typed.peek()]
    const overlapping = names.filter((name) => !same(before[name], now[name]) && !same(mine[name], now[name]))
    return Object.fromEntries(overlapping.map((name) => [name, now[name]]))
  }

  function adopt(current: RecordOf<E>) {
    const before = base.peek()
    const now = pick(current)
    const mine = typed.peek()
    base.value = now
    conflicts.value = conflictsWith(before, Object.keys(mine))
    stamp = current.updated_at
  }

  function refuse(failure: Failure<RecordOf<E> | undefined>, shown: readonly string[]) {
    if (failure.status === 409 && failure.current) adopt(failure.current)
    errors.value = errorsByInput(failure.errors)
    alert.value = messageOf(failure, shown)
  }

  /** Tracked: the value of one field. */
  const get = (name: string) => (name in typed.value ? typed.value[name] : initialOf(name))

  /** Tells while a value is repeated that it differs, as soon as it cannot become the same by typing on. */
  function unlikeIn(name: string): string | undefined {
    const { repeats } = fields[name]?.facts ?? {}
    if (repeats === undefined) return undefined
    const [again, first] = [get(name), get(repeats.field)]
    const differs = typeof again === 'string' && typeof first === 'string' && !first.startsWith(again)
    return differs ? repeats.message : undefined
  }

  function put(name: string, value: unknown) {
    if (record && !(name in started)) started = { ...started, [name]: initialOf(name) }
    typed.value = { ...typed.peek(), [name]: value }
  }

  return {
    refuse: (failure, shown) => batch(() => refuse(failure, shown)),
    get,
    fields: current,
    isFixed: (name) => record !== undefined && name === by,
    set(name, value) {
      batch(() => {
        if (!same(get(name) ?? null, value ?? null)) for (const other of clears[name] ?? []) put(other, null)
        put(name, value)
        // Field errors disappear when the user types (rule save-errors).
        const entries = Object.entries(errors.peek())
        const left = entries.filter(([key]) => !isOf(name, key))
        if (left.length < entries.length) errors.value = Object.fromEntries(left)
      })
    },
    error: (name) => Object.entries(errors.value).find(([key]) => isOf(name, key))?.[1][0] ?? unlikeIn(name),
    errorsIn: (name) =>
      Object.entries(errors.value).flatMap(([key, messages]) =>
        isOf(name, key) ? messages.map((message) => ({ path: key.slice(name.length + 1), message })) : [],
      ),
    theirs: (name) => (name in conflicts.value ? { value: conflicts.value[name] } : undefined),
    takeTheirs(name) {
      batch(() => {
        started = without(started, name)
        typed.value = without(typed.peek(), name)
        conflicts.value = without(conflicts.peek(), name)
      })
    },
    dirty: computed(() =>
      Object.entries(typed.value).some(([name, value]) => !same(value ?? null, initialOf(name) ?? null)),
    ),
    kept: computed(() => {
      const origin = (name: string) => (name in before ? before[name] : initialOf(name))
      const changed = Object.entries(typed.value).filter(([name, value]) => !same(value ?? null, origin(name) ?? null))
      const values = storable(fields, Object.fromEntries(changed))
      if (!Object.keys(values).length) return null
      return { values, ...(record && { basis: storable(fields, started) }) }
    }),
    restore: (kept, shown) =>
      batch(() => {
        const values = restorable(fields, kept.values)
        const mine = typed.peek()
        // What was typed since the form opened is newer.
        const names = Object.keys(values).filter((name) => shown.includes(name) && same(mine[name], before[name]))
        const known = Object.fromEntries(names.map((name) => [name, values[name]]))
        const earlier = Object.fromEntries(names.map((name) => [name, kept.basis?.[name]]))
        started = { ...started, ...earlier }
        typed.value = { ...mine, ...known }
        if (record) conflicts.value = { ...conflicts.peek(), ...conflictsWith(earlier, names) }
      }),
    reset: () =>
      batch(() => {
        started = {}
        typed.value = before
        errors.value = {}
        alert.value = null
        conflicts.value = Object.fromEntries(Object.entries(conflicts.peek()).filter(([name]) => name in before))
      }),
    saving,
    alert,
    async save(shown, check) {
      if (saving.peek()) return null
      // Values of inputs that are currently hidden are kept, in case the inputs return, but not sent.
      const entered: Values = {
        ...empty.peek(),
        ...base.peek(),
        ...Object.fromEntries(Object.entries(typed.peek()).filter(([name]) => shown.includes(name))),
      }
      // An empty sequence number is left out, so that the server assigns it.
      const values = Object.fromEntries(
        Object.entries(entered).filter(
          ([name, value]) => isOfType(name) && (!fields[name]?.facts.sequence || !isBlank(value)),
        ),
      )
      const problems = {
        ...missingIn(current.peek(), values, shown),
        ...unreadableIn(current.peek(), values, shown),
        ...check?.(values),
      }
      if (Object.keys(problems).length) {
        errors.value = problems
        alert.value = null
        return null
      }
      saving.value = true
      // Of an existing record only what was changed is sent: the rest may have been changed by someone else.
      const changed = record
        ? Object.fromEntries(
            Object.entries(values).filter(([name, value]) => !same(value ?? null, initialOf(name) ?? null)),
          )
        : values
      const next = { ...changed, ...(record && { id: record.id, updated_at: stamp }) } as DraftOf<E>
      const basis = record && Object.fromEntries(Object.keys(changed).map((name) => [name, initialOf(name)]))
      const result = await save(next, { ...(basis && { basis }) })
      return batch(() => {
        saving.value = false
        if (result.ok) {
          started = {}
          typed.value = {}
          return result
        }
        refuse(result, shown)
        return null
      })
    },
  }
}

/** Whether an error key refers to a field or something below it. */
const isOf = (name: string, key: string): boolean => key === name || key.startsWith(`${name}.`)

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name))
