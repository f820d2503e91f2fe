import type { Api } from '#core/resource/resource.ts'
import { fileUrl, previewUrl, type Attachment } from '../entities.ts'

/** A photo in a format that PDFs have, at most a screen's size. */
async function jpegOf(attachment: Attachment, api: Api): Promise<Uint8Array> {
  const ask = (path: string) => fetch(api.urlOf(path), { credentials: 'include' })
  const small = await ask(previewUrl(attachment, 1600))
  const answer = small.ok ? small : await ask(fileUrl(attachment))
  if (!answer.ok) throw new Error(`"${attachment.name}" could not be loaded.`)
  const picture = await createImageBitmap(await answer.blob())
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
  return new Uint8Array(await blob.arrayBuffer())
}

/** The pictures among these files as a PDF takes them: JPEGs. @throws naming one that cannot be loaded */
export const jpegsOf = (files: readonly Attachment[], api: Api): Promise<Uint8Array[]> =>
  Promise.all(files.filter(({ image }) => image).map((file) => jpegOf(file, api)))
