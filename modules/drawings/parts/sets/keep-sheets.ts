import { useEffect, useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { PREVIEWS } from '#core/kept/previews.ts'
import { disciplines, type Discipline } from '../../disciplines.ts'
import { drawingRevisions, markups, type DrawingSheet } from '../../entities.ts'
import { fileOf, keyOf, previewOf, thumbOf } from '../addresses.ts'
import { dropRevision, heldRevisions } from './held-files.ts'
import { bytesOf, openSheet } from '../sheet/sheet-file.ts'

const nameOf = (user: Id, project: Id) => `drawings kept ${user} ${project}`
const isDiscipline = (text: string): text is Discipline => (disciplines as readonly string[]).includes(text)

/** What somebody wants on this device: the whole set, some disciplines, or nothing. */
export type Wanted = 'all' | readonly Discipline[]

function wantedBy(name: string): Wanted {
  const stored = localStorage.getItem(name) ?? ''
  return stored === 'all' ? 'all' : stored.split(' ').filter(isDiscipline)
}

/** A sheet, as far as keeping it depends on it. */
export type KeptSheet = Pick<DrawingSheet, 'id' | 'discipline' | 'current_revision_id' | 'bytes'>

/** What of a sheet is on this device: its current revision, an earlier one by its name, or nothing. */
export type Held = { readonly isCurrent: true } | { readonly isCurrent: false; readonly revision: string } | null

/** How much of what is to be kept is on this device. */
export interface Keeping {
  readonly wanted: Wanted
  readonly kept: number
  readonly of: number
  /** Of how many sheets an earlier revision is here in place of the current one. */
  readonly stale: number
  /** In bytes. */
  readonly size: number
  readonly isBusy: boolean
  readonly failed: boolean
  heldOf(sheet: KeptSheet): Held
  /** How large the current sheets are, of a discipline or of all; null if there are none. */
  sizeOf(what: Discipline | 'all'): number | null
  keep(what: Wanted): void
}

const isWantedIn =
  (wanted: Wanted) =>
  ({ discipline }: KeptSheet) =>
    wanted === 'all' || wanted.includes(discipline)
const sizeOf = (sheets: readonly KeptSheet[]) => sheets.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)

/**
 * Keeps the current sheets of a project, or of some of its disciplines, on this device, and fetches what is published later
 * while the project is looked at and there is a network. @useSignals
 */
export function useKeptSheets(project_id: Id, all: readonly KeptSheet[]): Keeping {
  const { api, session } = useServices()
  const user = session.user.value?.id ?? 0
  const name = nameOf(user, project_id)
  const [wanted, setWanted] = useState(() => wantedBy(name))
  const [held, setHeld] = useState<ReadonlySet<Id>>(new Set())
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<'rest' | 'busy' | 'failed'>('rest')
  const isWanted = wanted.length > 0
  const sheets = all.filter(isWantedIn(wanted))
  // The revisions and marks of kept sheets are kept as well, so that they open without a connection.
  const filters = { project_id }
  const query = useQuery(drawingRevisions, { across: true, filters, ask: isWanted })
  useQuery(markups, { across: true, filters, ask: isWanted })
  const revisions = useRecords(query.items)
  const key = sheets.map(({ id, current_revision_id }) => `${id} ${current_revision_id}`).join()

  useEffect(() => {
    const stop = new AbortController()
    async function follow() {
      const here = await heldRevisions()
      if (stop.signal.aborted) return
      setHeld(here)
      if (!isWanted || !navigator.onLine) return
      const missing = sheets.flatMap(({ id, current_revision_id: current }) =>
        current === null || here.has(current) ? [] : [{ id, revision: { id: current, stamped: null } }],
      )
      if (!missing.length) return setState('rest')
      setState('busy')
      const pictures = await globalThis.caches?.open(PREVIEWS)
      let hasEngine = false
      for (const { id, revision } of missing) {
        const file = { url: api.urlOf(fileOf(revision)), key: keyOf(revision) }
        if (hasEngine) await bytesOf(file, stop.signal)
        // The first one is opened, so that what opens sheets is on the device as well.
        else (await openSheet(file, stop.signal)).close()
        hasEngine = true
        // Without its pictures, a kept sheet is shown a moment later.
        await pictures?.addAll([api.urlOf(thumbOf(revision.id)), api.urlOf(previewOf(revision))]).catch(() => {})
        if (stop.signal.aborted) return
        // What it supersedes is not built from any more.
        const old = revisions.filter((one) => one.drawing_sheet_id === id && one.id !== revision.id && here.has(one.id))
        for (const one of old) await dropRevision(one.id)
        setHeld((known) => new Set([...known, revision.id].filter((one) => !old.some((gone) => gone.id === one))))
      }
      setState('rest')
    }
    follow().catch(() => stop.signal.aborted || setState('failed'))
    return () => stop.abort()
    // `key` identifies the sheets, which are a new list on every render; what is superseded is known by then.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [key, isWanted, tries, api])

  function heldOf({ id, current_revision_id }: KeptSheet): Held {
    if (current_revision_id !== null && held.has(current_revision_id)) return { isCurrent: true }
    const old = revisions.filter((one) => one.drawing_sheet_id === id && held.has(one.id)).at(-1)
    return old ? { isCurrent: false, revision: old.revision ?? '' } : null
  }
  const here = sheets.map(heldOf)
  return {
    wanted,
    kept: here.filter((one) => one?.isCurrent).length,
    of: sheets.length,
    stale: here.filter((one) => one?.isCurrent === false).length,
    size: sizeOf(sheets),
    isBusy: state === 'busy',
    failed: state === 'failed',
    heldOf,
    sizeOf(what) {
      const meant = all.filter(isWantedIn(what === 'all' ? what : [what]))
      return meant.length ? sizeOf(meant) : null
    },
    keep(what) {
      localStorage.setItem(name, what === 'all' ? what : what.join(' '))
      setState('rest')
      setWanted(what)
      const going = all.filter((sheet) => !isWantedIn(what)(sheet)).map(({ id }) => id)
      const files = revisions.filter((one) => going.includes(one.drawing_sheet_id ?? 0) && held.has(one.id))
      void Promise.all(files.map(({ id }) => dropRevision(id))).then(() => setTries(tries + 1))
    },
  }
}
