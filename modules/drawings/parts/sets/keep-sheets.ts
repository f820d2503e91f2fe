import { useEffect, useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { disciplines, type Discipline } from '../../disciplines.ts'
import { drawingRevisions, type DrawingSheet } from '../../entities.ts'
import { heldRevisions } from './held-files.ts'

const isDiscipline = (text: string): text is Discipline => (disciplines as readonly string[]).includes(text)

/** What somebody wants on this device: the whole job, some disciplines of its sheets, or nothing more than is kept unasked. */
export type Wanted = 'all' | readonly Discipline[]

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

const isSame = (one: ReadonlySet<Id>, other: ReadonlySet<Id>) =>
  one.size === other.size && [...one].every((id) => other.has(id))

const isWantedIn =
  (wanted: Wanted) =>
  ({ discipline }: KeptSheet) =>
    wanted === 'all' || wanted.includes(discipline)
const sizeOf = (sheets: readonly KeptSheet[]) => sheets.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)

/**
 * The current sheets of a project on this device, and which of them somebody wants there (rule kept-job). @useSignals
 */
export function useKeptSheets(project_id: Id, all: readonly KeptSheet[]): Keeping {
  const { keeping } = useServices()
  const stored = keeping.wanted(project_id)
  const wanted: Wanted = stored === 'all' ? stored : stored.filter(isDiscipline)
  const job = keeping.of(project_id)
  const counts = job?.counts.map(({ here }) => here).join()
  const [held, setHeld] = useState<ReadonlySet<Id>>(new Set())
  const isWanted = wanted.length > 0
  const sheets = all.filter(isWantedIn(wanted))
  const query = useQuery(drawingRevisions, { across: true, filters: { project_id }, ask: isWanted })
  const revisions = useRecords(query.items)
  const key = all.map(({ id, current_revision_id }) => `${id} ${current_revision_id}`).join()

  // What is published while the project is looked at is fetched.
  useEffect(() => {
    if (key) keeping.check(project_id)
  }, [key, keeping, project_id])
  useEffect(() => {
    let isOver = false
    // What is as it was renders nothing.
    void heldRevisions().then((here) => isOver || setHeld((before) => (isSame(before, here) ? before : here)))
    return () => {
      isOver = true
    }
    // Counts say when something came or went.
  }, [counts])

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
    isBusy: isWanted && job?.state === 'busy',
    failed: isWanted && job?.state === 'failed',
    heldOf,
    sizeOf(what) {
      const meant = all.filter(isWantedIn(what === 'all' ? what : [what]))
      return meant.length ? sizeOf(meant) : null
    },
    keep: (what) => keeping.want(project_id, what),
  }
}
