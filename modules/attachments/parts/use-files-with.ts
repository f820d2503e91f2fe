import type { Id } from '#core/access/access.ts'
import { uploadOf } from '#core/resource/api.ts'
import type { SaveOptions } from '#core/resource/resource.ts'
import type { Result } from '#core/resource/result.ts'
import { sendFiles } from '#blocks/uploads/destination.ts'
import { useServices } from '#blocks/services/services.tsx'
import { attachments, type Attachment } from '../entities.ts'
import { useDestination } from './use-destination.ts'

/**
 * Adds files to a record that is being added: `prepare` makes one ready as soon as it is chosen, and `saveWith` saves the
 * record with them, on the device in one step. What the device cannot keep goes up from the page. @useSignals
 */
export function useFilesWith(table: string, kind: Attachment['kind'] = null) {
  const services = useServices()
  const destinationOf = useDestination()
  const to = (id: Id) => destinationOf({ type: table, id }, kind)
  const { prepare } = to(0)

  async function saveWith<R extends { id: Id }>(
    files: readonly File[],
    save: (options: Pick<SaveOptions, 'below'>) => Promise<Result<R>>,
  ): Promise<Result<R>> {
    const ready = await Promise.all(files.map(prepare))
    const saved = await save({ below: (id) => ready.map((one) => uploadOf(attachments, to(id).parents, one)) })
    if (saved.ok && saved.left)
      sendFiles(
        services,
        to(saved.data.id),
        saved.left.flatMap((at) => files[at] ?? []),
      )
    return saved
  }
  return { prepare, saveWith }
}
