import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Picture } from '#ui/picture/picture.tsx'
import { thumbOf } from '../addresses.ts'

/** The small picture of a sheet; its state makes it another one once it was rendered. */
export const Thumb = ({ id, state }: { id: Id; state?: string | null }) => {
  const { api } = useServices()
  return <Picture src={`${api.urlOf(thumbOf(id))}?${state ?? ''}`} className={picture} />
}

const picture = css({ display: 'block', boxSize: 'full', objectFit: 'contain', background: 'white' })
