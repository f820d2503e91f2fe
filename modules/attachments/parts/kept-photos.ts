import type { Keeps } from '#core/module/keeps.ts'
import { attachments, isViewable, previewUrl } from '../entities.ts'

/** Photos of so many days are kept as large as a screen; of all others there is the small version. */
const DAYS = 30

const keptPhotos: Keeps = {
  noun: ['photo', 'photos'],
  async items(of, day) {
    const from = day(-DAYS)
    return (await of(attachments)).filter(isViewable).map((one) => ({
      files: (one.created_at >= from && one.image ? ([320, 1600] as const) : ([320] as const)).map((size) => ({
        path: previewUrl(one, size),
        bytes: null,
      })),
    }))
  },
}
export default keptPhotos
