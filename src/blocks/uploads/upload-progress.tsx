import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import { UploadRows, UploadTotal } from '#ui/file-drop/upload-rows.tsx'
import type { Destination } from './destination.ts'
import { useUploadRows } from './use-upload-rows.ts'

/** How far the files are that were chosen elsewhere, such as with a message; nothing when there are none. @useSignals */
export const UploadProgress = <E extends Entity>(destination: Pick<Destination<E>, 'entity' | 'parents'>) => {
  const rows = useUploadRows(destination)
  if (!rows.length) return null
  return (
    <div className={css({ stack: '1' })}>
      <UploadTotal uploads={rows} />
      <ul className={css({ stack: '1' })} aria-live="polite">
        <UploadRows uploads={rows} />
      </ul>
    </div>
  )
}
