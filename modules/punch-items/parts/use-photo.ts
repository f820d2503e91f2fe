import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { attachments, type Attachment } from '../../attachments/entities.ts'
import { useDestination } from '../../attachments/index.ts'
import { punchItems, type PunchItem } from '../entities.ts'

/** Adds a photo to an item, and can complete the item with it. @useSignals */
export function usePhoto({ id, project_id }: Pick<PunchItem, 'id' | 'project_id'>) {
  const { api } = useServices()
  const destinationOf = useDestination()
  const report = useOutcome()
  const [busy, setBusy] = useState(false)

  async function send(file: File, kind: NonNullable<Attachment['kind']>) {
    const { prepare, parents } = destinationOf({ type: punchItems.table, id }, kind)
    return api(attachments, { attachable_type: punchItems.table, attachable_id: id, ...parents }).upload(
      await prepare(file),
    )
  }
  async function add(file: File, kind: NonNullable<Attachment['kind']>): Promise<void> {
    setBusy(true)
    report(await send(file, kind), 'Photo added.')
    setBusy(false)
  }
  /** Without its photo the item is not done, so a photo that fails leaves it open. */
  async function completeWith(file: File): Promise<void> {
    setBusy(true)
    const sent = await send(file, 'after')
    if (sent.ok) report(await api(punchItems, { project_id }).act(id, 'complete'), 'Punch item completed.')
    else report(sent, '')
    setBusy(false)
  }
  return { busy, add, completeWith }
}
