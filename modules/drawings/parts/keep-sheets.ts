import { useEffect, useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { KEPT_FILES, PREVIEWS } from '#core/kept/previews.ts'
import { drawingRevisions, markups, type DrawingSheet } from '../entities.ts'
import { fileOf, keyOf, previewOf, thumbOf } from './addresses.ts'
import { bytesOf } from './sheet/sheet-file.ts'

const nameOf = (user: Id, project: Id) => `drawings kept ${user} ${project}`

/** How much of what is to be kept is on this device. */
export interface Keeping {
  /** Whether this person wants the project's sheets here. */
  readonly isWanted: boolean
  readonly kept: number
  readonly of: number
  /** In bytes. */
  readonly size: number
  readonly isBusy: boolean
  readonly failed: boolean
  keep(): void
  drop(): void
}

const currentOf = ({ current_revision_id }: DrawingSheet) =>
  current_revision_id === null ? null : { id: current_revision_id, stamped: null }

/** Which of these sheets' files are on this device. */
async function keptOf(sheets: readonly DrawingSheet[]): Promise<ReadonlySet<Id>> {
  const cache = await globalThis.caches?.open(KEPT_FILES)
  const held = new Set((await cache?.keys())?.map(({ url }) => url.slice(new URL(url).origin.length)))
  return new Set(
    sheets.flatMap((sheet) => {
      const revision = currentOf(sheet)
      return revision && held.has(keyOf(revision)) ? [sheet.id] : []
    }),
  )
}

/**
 * Keeps the current sheets of a project on this device, and fetches what is published later while the project is looked
 * at and there is a network. @useSignals
 */
export function useKeptSheets(project_id: Id, sheets: readonly DrawingSheet[]): Keeping {
  const { api, session } = useServices()
  const user = session.user.value?.id ?? 0
  const name = nameOf(user, project_id)
  const [isWanted, setWanted] = useState(() => localStorage.getItem(name) !== null)
  const [kept, setKept] = useState<ReadonlySet<Id>>(new Set())
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'rest' | 'busy' | 'failed'>('rest')
  // The revisions and marks of kept sheets are kept as well, so that they open without a connection.
  const filters = { project_id }
  useQuery(drawingRevisions, { across: true, filters, ask: isWanted })
  useQuery(markups, { across: true, filters, ask: isWanted })
  const key = sheets.map(({ id, current_revision_id }) => `${id} ${current_revision_id}`).join()

  useEffect(() => {
    const stop = new AbortController()
    async function follow() {
      const held = await keptOf(sheets)
      if (stop.signal.aborted) return
      setKept(held)
      if (!isWanted || !navigator.onLine) return
      const missing = sheets.filter(({ id }) => !held.has(id))
      if (!missing.length) return
      setState('busy')
      const pictures = await globalThis.caches?.open(PREVIEWS)
      for (const sheet of missing) {
        const revision = currentOf(sheet)
        if (!revision) continue
        await bytesOf({ url: api.urlOf(fileOf(revision)), key: keyOf(revision) }, stop.signal)
        // Without its pictures, a kept sheet is shown a moment later.
        await pictures?.addAll([api.urlOf(thumbOf(revision.id)), api.urlOf(previewOf(revision))]).catch(() => {})
        if (stop.signal.aborted) return
        setKept((known) => new Set([...known, sheet.id]))
      }
      setState('rest')
    }
    follow().catch(() => stop.signal.aborted || setState('failed'))
    return () => stop.abort()
    // `key` identifies the sheets, which are a new list on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, isWanted, tries, api])

  return {
    isWanted,
    kept: kept.size,
    of: sheets.length,
    size: sheets.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0),
    isBusy: state === 'busy',
    failed: state === 'failed',
    keep() {
      localStorage.setItem(name, 'all')
      setState('rest')
      setTries(tries + 1)
      setWanted(true)
    },
    drop() {
      localStorage.removeItem(name)
      setWanted(false)
      void globalThis.caches?.open(KEPT_FILES).then(async (cache) => {
        for (const sheet of sheets) {
          const revision = currentOf(sheet)
          if (revision) await cache.delete(keyOf(revision))
        }
        setKept(new Set())
      })
    },
  }
}
