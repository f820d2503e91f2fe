import type { Failure } from '#core/resource/result.ts'
import { isObject } from '#lib/is-object.ts'
import { saveText } from '#lib/csv.ts'
import { toastFailure } from '../failure/toast-failure.ts'

/** Downloads a text file that the server writes, called as the server calls it, or says why there is none. */
export async function downloadFile(url: string): Promise<void> {
  const answer = await fetch(url, { credentials: 'include' }).catch(() => null)
  if (!answer?.ok) return toastFailure(await failureOf(answer))
  const [, name = ''] = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('Content-Disposition') ?? '') ?? []
  // Read as bytes, since text would lose the mark by which spreadsheets know it as UTF-8.
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer())
  saveText(decodeURIComponent(name) || 'file', text, answer.headers.get('Content-Type') ?? undefined)
}

async function failureOf(answer: Response | null): Promise<Failure> {
  const body: unknown = await answer?.json().catch(() => null)
  const { message = '' } = isObject(body) ? body : {}
  return { ok: false, status: answer?.status ?? 0, message: String(message), errors: {} }
}
