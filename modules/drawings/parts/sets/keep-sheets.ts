import { useEffect, useMemo } from 'react'
import { useSignal, type ReadonlySignal } from '@preact/signals-react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Items } from '#core/store/records.ts'
import { steady, watchedAll } from '#core/store/watched.ts'
import type { Discipline } from '../../disciplines.ts'
import { drawingRevisions, type DrawingSheet } from '../../entities.ts'
import { heldRevisions } from './held-files.ts'

/** A sheet, and what of it is on this device: its current revision, an earlier one by its name, or nothing. */
export interface KeptSheet {
  readonly discipline: Discipline
  /** In bytes. */
  readonly size: number
  readonly held: 'current' | { readonly superseded: string } | null
}

/** The sheets of a project by their ids; whoever shows one of them reads that one alone. */
export type KeptSheets = ReadonlySignal<Readonly<Record<Id, KeptSheet>>>

const isSame = (one: ReadonlySet<Id>, other: ReadonlySet<Id>) =>
  one.size === other.size && [...one].every((id) => other.has(id))

/** Which sheets of a project are on this device (rule kept-job). It renders nothing of what holds it. @useSignals */
export function useKeptSheets(project_id: Id, items: ReadonlySignal<Items<DrawingSheet>>): KeptSheets {
  const { keeping } = useServices()
  const ask = keeping.wanted(project_id).length > 0
  const revisions = useQuery(drawingRevisions, { across: true, filters: { project_id }, ask }).items
  const files = useSignal<ReadonlySet<Id>>(new Set())
  useEffect(() => {
    let isOver = false
    const look = async () => {
      const here = await heldRevisions()
      if (!isOver && !isSame(files.peek(), here)) files.value = here
    }
    // Counts say when something came or went.
    const counts = steady(() => keeping.of(project_id)?.counts.map(({ here }) => here))
    const stop = counts.subscribe(() => void look())
    return () => {
      isOver = true
      stop()
    }
  }, [keeping, project_id, files])
  const sheets = useMemo(() => watchedAll(items), [items])
  useEffect(() => {
    // What is published while the project is looked at is fetched.
    const current = steady(() =>
      sheets.value.map(({ id, current_revision_id }) => `${id} ${current_revision_id}`).join(),
    )
    return current.subscribe((any) => {
      if (any) keeping.check(project_id)
    })
  }, [keeping, project_id, sheets])
  return useMemo(() => {
    const known = watchedAll(revisions)
    return steady(() => {
      const here = known.value.filter(({ id }) => files.value.has(id))
      const earlier = new Map(here.map(({ drawing_sheet_id, revision }) => [drawing_sheet_id, revision ?? '']))
      return Object.fromEntries(
        sheets.value.map(({ id, discipline, bytes, current_revision_id }): [Id, KeptSheet] => {
          const superseded = earlier.get(id)
          const isCurrent = current_revision_id !== null && files.value.has(current_revision_id)
          const held = isCurrent ? 'current' : superseded === undefined ? null : { superseded }
          return [id, { discipline, size: bytes ?? 0, held }]
        }),
      )
    })
  }, [sheets, revisions, files])
}
