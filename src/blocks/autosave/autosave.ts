import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '#core/access/access.ts'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { messageOf } from '#core/resource/messages.ts'
import type { Resource } from '#core/resource/resource.ts'
import type { FieldErrors } from '#core/resource/result.ts'
import { same } from '#core/store/merge.ts'
import { joined } from '#core/writes/conflicts.ts'
import type { SaveStatus } from './save-status.ts'

/** Milliseconds without a key after which what was typed is saved. */
const PAUSE = 800
/** How often a save is put on a newer version of its record. */
const MOST_TRIES = 4

type Values = Readonly<Record<string, unknown>>

/** A record that is saved while it is typed, field by field, without a Save button. */
export interface Autosave {
  /** Tracked: the typed value of a field, or the stored one. */
  get(name: string): unknown
  set(name: string, value: unknown): void
  /** Tracked. */
  error(name: string): string | undefined
  /** Saves now what was typed; a new record waits until it has what it needs. */
  flush(): Promise<void>
  /** Saves now what was typed, and says at the fields what is missing. @returns whether nothing is left unsaved. */
  finish(): Promise<boolean>
  /** Tracked: the record's id; undefined until a new one is saved. */
  readonly id: ReadonlySignal<Id | undefined>
}

interface Deps<E extends Entity> {
  resource: Pick<Resource<E>, 'save'>
  /** The real id of a record that was created here. */
  idOf: (id: Id) => Id
  /** Tracked: the stored record. */
  stored: (id: Id) => RecordOf<E> | undefined
  status: SaveStatus
  /** The record to change; undefined for a new one. */
  id?: Id | undefined
  /** The values of a new record that are not typed. */
  initial?: Values
  /** What a new record lacks to be saved, by field. */
  missing?: (values: Values) => FieldErrors
  onCreated?: (record: RecordOf<E>) => void
}

/** Creates the autosave of one record. What is typed is shown until the server, or the device's queue, has it. */
export function createAutosave<E extends Entity>({
  resource,
  idOf,
  stored,
  status,
  id: known,
  initial = {},
  missing = () => ({}),
  onCreated,
}: Deps<E>): Autosave {
  const id = signal(known)
  const typed = signal<Values>({})
  const errors = signal<FieldErrors>({})
  /** The stored values that the typed ones were put on. */
  let basis: Values = {}
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined

  const realId = (): Id | undefined => {
    const made = id.peek()
    return made === undefined ? undefined : idOf(made)
  }
  const current = (): Values | undefined => {
    const made = realId()
    return made === undefined ? undefined : stored(made)
  }
  const without = (values: Values, names: readonly string[]): Values =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

  /** Puts what was typed on what others have saved since: both texts are kept, of other fields the last one counts. */
  function rebase(): void {
    const now = current()
    if (!now) return
    for (const [name, mine] of Object.entries(typed.peek())) {
      const theirs = now[name] ?? null
      const isTheirs = !same(theirs, basis[name] ?? null) && !same(theirs, mine)
      if (isTheirs && typeof theirs === 'string' && theirs && typeof mine === 'string')
        typed.value = { ...typed.peek(), [name]: joined(basis[name], theirs, mine) }
      basis = { ...basis, [name]: theirs }
    }
  }

  const lacks = (): FieldErrors => (id.peek() === undefined ? missing({ ...initial, ...typed.peek() }) : {})

  async function send(): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      rebase()
      const sent = typed.peek()
      if (!Object.keys(sent).length) return
      if (Object.keys(lacks()).length) return status.incomplete(autosave)
      status.saving(autosave)
      const made = realId()
      const draft = made === undefined ? { ...initial, ...sent } : { ...sent, id: made }
      // The names are those of the entity's own fields.
      const result = await resource.save(draft as DraftOf<E>, made === undefined ? {} : { basis: { ...basis } })
      if (!result.ok && result.status === 409) continue
      if (!result.ok) {
        errors.value = result.errors
        return status.failed(autosave, messageOf(result, Object.keys(sent)) ?? Object.values(result.errors)[0]?.[0])
      }
      const saved: Values = result.data
      batch(() => {
        id.value = result.data.id
        errors.value = {}
        const done = Object.keys(sent).filter((name) => same(typed.peek()[name], sent[name]))
        typed.value = without(typed.peek(), done)
        basis = Object.fromEntries(Object.keys(typed.peek()).map((name) => [name, saved[name] ?? null]))
      })
      if (made === undefined) onCreated?.(result.data)
      if (!Object.keys(typed.peek()).length) return status.saved(autosave)
    }
    status.failed(autosave, 'Someone else is changing this too. Try again.')
  }

  const autosave: Autosave = {
    id,
    get(name) {
      const now = id.value === undefined ? initial : stored(idOf(id.value))
      const values: Values = now ?? {}
      return name in typed.value ? typed.value[name] : (values[name] ?? null)
    },
    set(name, value) {
      if (!(name in typed.peek())) basis = { ...basis, [name]: current()?.[name] ?? null }
      batch(() => {
        typed.value = { ...typed.peek(), [name]: value }
        if (errors.peek()[name])
          errors.value = Object.fromEntries(Object.entries(errors.peek()).filter(([key]) => key !== name))
        status.typing(autosave)
      })
      clearTimeout(timer)
      timer = setTimeout(() => void autosave.flush(), PAUSE)
    },
    error: (name) => errors.value[name]?.[0],
    async flush() {
      clearTimeout(timer)
      // What is typed while a save is on its way follows it.
      while (sending) await sending
      if (!Object.keys(typed.peek()).length) return
      sending = send().finally(() => {
        sending = undefined
      })
      await sending
    },
    async finish() {
      await autosave.flush()
      const isSaved = !Object.keys(typed.peek()).length
      if (!isSaved) errors.value = { ...errors.peek(), ...lacks() }
      return isSaved
    },
  }
  return autosave
}
