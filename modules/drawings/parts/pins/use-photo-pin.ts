import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { attachments } from '../../../attachments/entities.ts'
import { takePhoto, useDestination } from '../../../attachments/index.ts'
import { markups } from '../../entities.ts'
import type { Draft } from '../sheet/drafts.ts'
import type { Marking } from '../marks/use-marking.ts'

/** Puts a photo at a place of the sheet: a mark that has the photo attached, with or without a connection. */
export function usePhotoPin(marking: Marking): (draft: Draft) => void {
  const { api } = useServices()
  const destinationOf = useDestination()
  const report = useOutcome()
  return ({ geometry }) =>
    takePhoto(async (file) => {
      const mark = await marking.add({ type: 'photo', geometry })
      if (!mark) return
      const { prepare, parents } = destinationOf({ type: markups.table, id: mark.id })
      const place = { attachable_type: markups.table, attachable_id: mark.id, ...parents }
      report(await api(attachments, place).upload(await prepare(file)), 'Photo added.')
    })
}
