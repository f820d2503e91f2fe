import { invalid } from '../http/errors.ts'
import type { Received } from './receive.ts'
import { isPicture, pictureProblem, sniff } from './sniff.ts'

const NOT_ALLOWED = 'This file type is not allowed.'
export const PREVIEW_MIME = 'image/jpeg'
const MOST_PREVIEW_BYTES = 1024 * 1024

type Content = Pick<Received, 'name' | 'size' | 'head'>

/** @throws Refusal 422 for a type that is not accepted, and for a picture that is too large to be shown */
export async function kindOf(field: string, file: Content): Promise<string> {
  const mime = file.size ? await sniff(file.head, file.name) : null
  if (!mime) throw invalid({ [field]: [file.size ? NOT_ALLOWED : 'This file is empty.'] })
  const problem = isPicture(mime) ? pictureProblem(file.head) : null
  if (problem) throw invalid({ [field]: [problem] })
  return mime
}

/** @throws Refusal 422 for anything but a small JPEG */
export async function checkPreview(preview: Content): Promise<void> {
  if (preview.size > MOST_PREVIEW_BYTES) throw invalid({ preview: ['A preview is at most 1 MB.'] })
  if ((await kindOf('preview', preview)) !== PREVIEW_MIME) throw invalid({ preview: [NOT_ALLOWED] })
}
