import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { ReadField } from '#lib/title-block/read-fields.ts'
import type { DrawingRevision } from '../../entities.ts'
import { previewOf } from '../addresses.ts'

/** How much wider and higher than the value its picture is, and how large that is at most, in pixels. */
const [AROUND, WIDEST, HIGHEST] = [1.5, { number: 96, title: 220, revision: 56, dated: 96 }, 28]

/** A value as it stands on its page. */
export const Crop = ({ page, field }: { page: DrawingRevision; field: ReadField }) => {
  const { api } = useServices()
  const box = page.boxes?.[field] ?? (field === 'number' ? page.number_box : null)
  if (!box || !page.width || !page.height || page.preview_state !== 'ready') return null
  const [w, h] = [Math.max(box.w, 0.01) * page.width * AROUND, Math.max(box.h, 0.008) * page.height * AROUND]
  const scale = Math.min(WIDEST[field] / w, HIGHEST / h)
  const [left, top] = [(box.x + box.w / 2) * page.width - w / 2, (box.y + box.h / 2) * page.height - h / 2]
  return (
    <span className={frame} style={{ width: w * scale, height: h * scale }}>
      <img
        src={api.urlOf(previewOf(page))}
        alt=""
        loading="lazy"
        className={css({ position: 'absolute', maxWidth: 'none' })}
        style={{ width: page.width * scale, left: -left * scale, top: -top * scale }}
      />
    </span>
  )
}

const frame = css({
  display: 'block',
  position: 'relative',
  overflow: 'hidden',
  marginBottom: '1',
  background: 'white',
  border: '1px solid {colors.line}',
  borderRadius: 'sm',
})
