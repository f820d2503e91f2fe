import type { ReadonlySignal } from '@preact/signals-react'
import type { CurrentUser, Id } from '../access/access.ts'
import type { Typed } from './typed.ts'

export interface KeptDraft extends Typed {
  /** When it was typed, in milliseconds. */
  readonly typed_at: number
}

/** One form's draft of the person who was signed in when the form opened. */
export interface DraftPlace {
  read(): Promise<KeptDraft | null>
  /** Stores what is typed; `files` only if others have been chosen. */
  keep(typed: Typed): Promise<void>
  remove(): Promise<void>
}

/**
 * What is typed and not yet saved, kept on the device for each person until it is saved or discarded. Where the browser
 * keeps nothing (a private window), nothing is restored.
 */
export interface Drafts {
  /** The draft of a form, which is identified by JSON values: an entity, the record's id or "new", the parents' ids. */
  at(place: readonly unknown[]): DraftPlace
  /** The draft typed last among the forms of which this is true, with its place; null if there is none. */
  latest(isOne: (place: readonly unknown[]) => boolean): Promise<LatestDraft | null>
}
export interface LatestDraft {
  readonly draft: KeptDraft
  readonly place: DraftPlace
}

interface Deps {
  user: ReadonlySignal<Pick<CurrentUser, 'id'> | null>
  /** The real id of a record that was made here without a connection; the id itself for others. */
  idOf: (id: Id) => Id
  /** The database's name. */
  name?: string
}

const loadStorage = () => import('./storage.ts')

export function createDrafts({ user, idOf, name = 'plumbline drafts' }: Deps): Drafts {
  let storage: ReturnType<Awaited<ReturnType<typeof loadStorage>>['createDraftStorage']> | undefined
  /** One after another, so that a form that replaces another finds what was typed in it. */
  let working: Promise<unknown> = Promise.resolve()

  function attempt<T>(work: (opened: NonNullable<typeof storage>) => Promise<T>): Promise<T | null> {
    const result = working.then(async () => {
      if (!globalThis.indexedDB) return null
      try {
        storage ??= (await loadStorage()).createDraftStorage(name)
        return await work(storage)
      } catch (error) {
        console.warn('What is typed cannot be kept on this device.', error)
        return null
      }
    })
    working = result
    return result
  }
  /** A record made without a connection has a temporary id until it has been sent. */
  const current = (place: string) => place.replace(/-\d{6,}/g, (id) => String(idOf(Number(id))))

  const drafts: Drafts = {
    async latest(isOne) {
      const owner = user.peek()?.id
      if (owner === undefined) return null
      const last = await attempt(async ({ places, get }) => {
        const parsed = (await places(owner)).map((place): [string, unknown] => [place, JSON.parse(place)])
        const own = parsed.flatMap(([place, parts]) => (Array.isArray(parts) && isOne(parts) ? [{ place, parts }] : []))
        const found = await Promise.all(
          own.map(async ({ place, parts }) => ({ parts, draft: await get(owner, place) })),
        )
        return found.toSorted((a, b) => (b.draft?.typed_at ?? 0) - (a.draft?.typed_at ?? 0))[0] ?? null
      })
      return last?.draft ? { draft: last.draft, place: drafts.at(last.parts) } : null
    },
    at(parts) {
      const owner = user.peek()?.id
      const place = JSON.stringify(parts)
      return {
        read: () =>
          attempt(async ({ places, get, put, remove }) => {
            if (owner === undefined) return null
            const kept = (await places(owner)).find((one) => current(one) === current(place))
            const draft = kept === undefined ? null : await get(owner, kept)
            if (!draft || kept === undefined) return null
            const { files, ...rest } = draft
            if (kept !== place) {
              await put({ ...rest, place }, files)
              await remove(owner, kept)
            }
            return draft
          }),
        async keep({ files, ...typed }) {
          if (owner === undefined) return
          const draft = { ...typed, owner, place, typed_at: Date.now() }
          await attempt(({ put }) => put(draft, files))
        },
        async remove() {
          if (owner !== undefined) await attempt((opened) => opened.remove(owner, place))
        },
      }
    },
  }
  return drafts
}

/** For pages that keep nothing on the device, such as stories. */
export const noDrafts: Drafts = {
  at: () => ({ read: () => Promise.resolve(null), keep: async () => {}, remove: async () => {} }),
  latest: () => Promise.resolve(null),
}
