import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
import type { Base, DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
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

/** What a form holds: what it began with, what was typed, and what became of it. */
interface Form {
  readonly fields: Fields
  /** The fields of the chosen type. */
  readonly current: ReadonlySignal<Fields>
  readonly isNew: boolean
  readonly empty: ReadonlySignal<Values>
  readonly base: Signal<Values>
  readonly typed: Signal<Values>
  readonly errors: Signal<FieldErrors>
  readonly alert: Signal<string | null>
  readonly conflicts: Signal<Values>
  /** The values of an existing record's fields when they were first changed here. */
  started: Values
  stamp: string | undefined
}

function begin<E extends Entity>({ entity, record, initial, typed = {}, tells = () => true }: Options<E>): Form {
  const fields: Fields = entity.fields
  const base = signal<Values>(record ? pick(fields, record) : { ...initial })
  const by = entity.variants?.by
  const own = signal<Values>(typed)
  const type = computed(() => by && (by in own.value ? own.value[by] : base.value[by]))
  const current = computed(() => fieldsOf(entity, type.value))
  return {
    fields,
    current,
    isNew: !record,
    empty: computed(() => (record ? {} : emptyValues(current.value, tells))),
    base,
    typed: own,
    errors: signal({}),
    alert: signal(null),
    conflicts: signal({}),
    started: {},
    stamp: record?.updated_at,
  }
}

/** The values of the fields that a form may change. */
const pick = (fields: Fields, from: Values) =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, { facts }]) =>
      !facts.readonly && name in from ? [[name, from[name]]] : [],
    ),
  )

/** The value of a field before anything was typed. */
const initialOf = ({ base, empty }: Form, name: string) => (name in base.value ? base.value[name] : empty.value[name])

/** Whether records of the chosen type have this field; `initial` may also name what is no field. */
const isOfType = ({ current, fields }: Form, name: string) => name in current.peek() || !(name in fields)

/** The stored values of those typed fields that were something else before. */
function conflictsWith({ base, typed }: Form, before: Values, names: readonly string[]): Values {
  const [now, mine] = [base.peek(), typed.peek()]
  const overlapping = names.filter((name) => !same(before[name], now[name]) && !same(mine[name], now[name]))
  return Object.fromEntries(overlapping.map((name) => [name, now[name]]))
}

function adopt(form: Form, current: Base) {
  const { base, typed, conflicts } = form
  const before = base.peek()
  const now = pick(form.fields, { ...current })
  const mine = typed.peek()
  base.value = now
  conflicts.value = conflictsWith(form, before, Object.keys(mine))
  form.stamp = current.updated_at
}

function refuse(form: Form, failure: Failure<Base | undefined>, shown: readonly string[]) {
  if (failure.status === 409 && failure.current) adopt(form, failure.current)
  form.errors.value = errorsByInput(failure.errors)
  form.alert.value = messageOf(failure, shown)
}

/** Tracked: the value of one field. */
const get = (form: Form, name: string) => (name in form.typed.value ? form.typed.value[name] : initialOf(form, name))

/** Tells while `password_confirmation` is typed that it differs, as soon as it cannot become the same by typing on. */
function unlikeIn(form: Form, name: string): string | undefined {
  const repeated = /^(.+)_confirmation$/.exec(name)?.[1]
  if (repeated === undefined) return undefined
  const [again, first] = [get(form, name), get(form, repeated)]
  const differs = typeof again === 'string' && typeof first === 'string' && !first.startsWith(again)
  return differs ? `The ${repeated}s do not match.` : undefined
}

function put(form: Form, name: string, value: unknown) {
  if (!form.isNew && !(name in form.started)) form.started = { ...form.started, [name]: initialOf(form, name) }
  form.typed.value = { ...form.typed.peek(), [name]: value }
}

function set(form: Form, name: string, value: unknown, clears: readonly string[]) {
  if (!same(get(form, name) ?? null, value ?? null)) for (const other of clears) put(form, other, null)
  put(form, name, value)
  // Field errors disappear when the user types (rule save-errors).
  const { errors } = form
  if (Object.keys(errors.peek()).some((key) => isOf(name, key)))
    errors.value = only(errors.peek(), (key) => !isOf(name, key))
}

/** Whether a value is another one than before anything was typed. */
const isChanged = (form: Form) => (name: string, value: unknown) => !same(value ?? null, initialOf(form, name) ?? null)

/** The values of all fields that are shown. */
function entered(form: Form, shown: readonly string[]): Values {
  const { empty, base, typed, fields } = form
  // Values of inputs that are currently hidden are kept, in case the inputs return, but not sent.
  const all = { ...empty.peek(), ...base.peek(), ...only(typed.peek(), (name) => shown.includes(name)) }
  // An empty sequence number is left out, so that the server assigns it.
  return only(all, (name, value) => isOfType(form, name) && (!fields[name]?.facts.sequence || !isBlank(value)))
}

/** Shows what was typed before, but for what was typed since the form opened, which is newer. */
function restore(form: Form, before: Values, { values: sent, basis }: Typed, shown: readonly string[]) {
  const { fields, typed, conflicts } = form
  const values = restorable(fields, sent)
  const mine = typed.peek()
  const names = Object.keys(values).filter((name) => shown.includes(name) && same(mine[name], before[name]))
  const earlier = Object.fromEntries(names.map((name) => [name, basis?.[name]]))
  form.started = { ...form.started, ...earlier }
  typed.value = { ...mine, ...only(values, (name) => names.includes(name)) }
  if (!form.isNew) conflicts.value = { ...conflicts.peek(), ...conflictsWith(form, earlier, names) }
}

/**
 * Creates the state of a form. After a conflict (409) it keeps the typed values, adopts the other person's changes of other
 * fields, and reports the fields that both have changed.
 */
export function createDraft<E extends Entity>(options: Options<E>): Draft<E> {
  const { entity, record, typed: before = {}, clears = {}, save } = options
  const form = begin(options)
  const { fields, current, typed, errors, alert, conflicts } = form
  const saving = signal(false)
  return {
    refuse: (failure, shown) => batch(() => refuse(form, failure, shown)),
    get: (name) => get(form, name),
    fields: current,
    isFixed: (name) => record !== undefined && name === entity.variants?.by,
    set: (name, value) => batch(() => set(form, name, value, clears[name] ?? [])),
    error: (name) => Object.entries(errors.value).find(([key]) => isOf(name, key))?.[1][0] ?? unlikeIn(form, name),
    errorsIn: (name) =>
      Object.entries(errors.value).flatMap(([key, messages]) =>
        isOf(name, key) ? messages.map((message) => ({ path: key.slice(name.length + 1), message })) : [],
      ),
    theirs: (name) => (name in conflicts.value ? { value: conflicts.value[name] } : undefined),
    takeTheirs: (name) =>
      batch(() => {
        form.started = without(form.started, name)
        typed.value = without(typed.peek(), name)
        conflicts.value = without(conflicts.peek(), name)
      }),
    dirty: computed(() => Object.keys(only(typed.value, isChanged(form))).length > 0),
    kept: computed(() => {
      const origin = (name: string) => (name in before ? before[name] : initialOf(form, name))
      const values = storable(
        fields,
        only(typed.value, (name, value) => !same(value ?? null, origin(name) ?? null)),
      )
      if (!Object.keys(values).length) return null
      return { values, ...(record && { basis: storable(fields, form.started) }) }
    }),
    restore: (kept, shown) => batch(() => restore(form, before, kept, shown)),
    reset: () =>
      batch(() => {
        form.started = {}
        typed.value = before
        errors.value = {}
        alert.value = null
        conflicts.value = only(conflicts.peek(), (name) => name in before)
      }),
    saving,
    alert,
    async save(shown, check) {
      if (saving.peek()) return null
      const values = entered(form, shown)
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
      const changed = record ? only(values, isChanged(form)) : values
      const next = { ...changed, ...(record && { id: record.id, updated_at: form.stamp }) } as DraftOf<E>
      const basis = record && Object.fromEntries(Object.keys(changed).map((name) => [name, initialOf(form, name)]))
      const result = await save(next, { ...(basis && { basis }) })
      return batch(() => {
        saving.value = false
        if (result.ok) {
          form.started = {}
          typed.value = {}
          return result
        }
        refuse(form, result, shown)
        return null
      })
    },
  }
}

/** Whether an error key refers to a field or something below it. */
const isOf = (name: string, key: string): boolean => key === name || key.startsWith(`${name}.`)

const only = <T>(values: Readonly<Record<string, T>>, test: (name: string, value: T) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => test(name, value)))

const without = (values: Values, name: string): Values => only(values, (key) => key !== name)
