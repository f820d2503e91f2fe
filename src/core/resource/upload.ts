import { csrfPath, proofsOf, type HttpOptions } from './http.ts'
import { failureIn, type Result } from './result.ts'

export interface UploadOptions {
  /** Called with the share uploaded so far, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** The same for every attempt at one upload, so that the file is stored once. */
  key: string
}

/** Sends a form with files. Separate from fetch, which cannot report upload progress. */
export type Uploader = <T>(
  path: string,
  form: FormData,
  read: (body: unknown) => T | undefined,
  options: UploadOptions,
) => Promise<Result<T>>

/** Uploads through XMLHttpRequest with the same headers as every other request; an expired token is refetched once. */
export function createUploader({ baseURL, socketId, onUnauthorized, onAnswer, cookies }: HttpOptions): Uploader {
  const send = (path: string, form: FormData, { onProgress, signal, key }: UploadOptions) =>
    new Promise<{ status: number; body: unknown }>((done) => {
      if (signal?.aborted) return done({ status: 0, body: null })
      const request = new XMLHttpRequest()
      request.open('POST', baseURL + path)
      request.withCredentials = true
      const headers = {
        Accept: 'application/json',
        'Idempotency-Key': key,
        ...proofsOf({ socketId, ...(cookies && { cookies }) }),
      }
      for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
      request.upload.addEventListener('progress', ({ loaded, total }) => total && onProgress?.(loaded / total))
      request.addEventListener('loadend', () => done({ status: request.status, body: parsed(request.responseText) }))
      signal?.addEventListener('abort', () => request.abort())
      request.send(form)
    })

  return async (path, form, read, options) => {
    let answer = await send(path, form, options)
    if (answer.status === 419) {
      await fetch(`${baseURL}${csrfPath}`, { credentials: 'include', headers: { Accept: 'application/json' } }).catch(
        () => undefined,
      )
      answer = await send(path, form, options)
    }
    onAnswer?.(answer.status)
    if (answer.status === 401) onUnauthorized?.()
    const { status, body } = answer
    const data = status >= 200 && status < 300 ? read(body) : undefined
    return data === undefined ? failureIn(status, body, read) : { ok: true, data }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
