import type { DetailedError, UploadOptions as TusOptions } from 'tus-js-client'
import { csrfPath, proofsOf, type HttpOptions } from './http.ts'
import { failureIn, type Failure } from './result.ts'
import type { UploadOptions } from './upload.ts'

/** How much one request carries: small enough for proxies with a limit, and for a slow line within their patience. */
const CHUNK_BYTES = 16 * 1024 * 1024
/** Up to this size a file is sent along with its announcement, which saves a round trip. */
const AT_ONCE_BYTES = 4 * 1024 * 1024
/** Pauses before further attempts, in ms; they begin anew whenever something got through. */
const PAUSES = [0, 1000, 3000, 5000]

/** Sends one file resumably; the result is the id that it is attached by. */
export type SendFile = (file: File, announced: Announced) => Promise<Sent>

type Sent = { ok: true; data: string } | Failure<never>

interface Announced extends UploadOptions {
  /** The path of the collection it will be attached to. */
  for: string
  /** Where an earlier page left the upload; unknown to this one. */
  url?: string
  /** Called with the upload's address, so that a later page can continue it. */
  onUrl?: (url: string) => void
}

/** Statuses after which the same request may succeed: no answer, locked, out of step, a new token, a busy server. */
const passes = (status: number) => [0, 409, 419, 423, 429].includes(status) || (status >= 500 && status !== 507)

/**
 * Uploads by the tus protocol to `endpoint`, the address the server announces. What was sent survives broken lines and
 * aborts: the same key goes on where the last attempt ended. An expired token is refetched on the way.
 */
export function createSendFile(
  { baseURL, socketId, onUnauthorized, onAnswer, cookies }: HttpOptions,
  endpoint: string,
): SendFile {
  /** The addresses of unfinished uploads, by their keys. */
  const begun = new Map<string, string>()

  return async (file, { for: place, key, onProgress, signal, url, onUrl }) => {
    // Loaded when the first file is sent: most visits send none.
    const { Upload } = await import('tus-js-client')
    return new Promise<Sent>((done) => {
      if (signal?.aborted) return done(failed(0))
      const options: TusOptions = {
        endpoint: baseURL + endpoint,
        uploadUrl: begun.get(key) ?? url ?? null,
        metadata: { filename: file.name, for: place, key },
        chunkSize: CHUNK_BYTES,
        uploadDataDuringCreation: file.size <= AT_ONCE_BYTES,
        retryDelays: PAUSES,
        // The address is kept above, beside the key.
        storeFingerprintForResuming: false,
        onBeforeRequest(request) {
          const sending = request.getUnderlyingObject()
          if (sending instanceof XMLHttpRequest) sending.withCredentials = true
          request.setHeader('Accept', 'application/json')
          const proofs = proofsOf({ socketId, ...(cookies && { cookies }) })
          for (const [name, value] of Object.entries(proofs)) request.setHeader(name, value)
        },
        async onAfterResponse(_request, response) {
          const status = response.getStatus()
          onAnswer?.(status)
          if (status === 419) await fetchToken(baseURL)
        },
        onShouldRetry: (error) => navigator.onLine && passes(statusOf(error)),
        onUploadUrlAvailable() {
          if (!upload.url) return
          begun.set(key, upload.url)
          onUrl?.(upload.url)
        },
        onProgress: (sent, total) => total && onProgress?.(sent / total),
        onSuccess() {
          begun.delete(key)
          done({ ok: true, data: new URL(upload.url ?? '', location.href).pathname.split('/').at(-1) ?? '' })
        },
        onError(error) {
          const failure = failureOf(error)
          if (failure.status === 401) onUnauthorized?.()
          done(failure)
        },
      }
      const upload = new Upload(file, options)
      signal?.addEventListener('abort', () => void upload.abort().then(() => done(failed(0))))
      upload.start()
    })
  }
}

const fetchToken = (baseURL: string) =>
  fetch(`${baseURL}${csrfPath}`, { credentials: 'include', headers: { Accept: 'application/json' } }).catch(
    () => undefined,
  )

const failed = (status: number): Failure<never> => ({ ok: false, status, message: '', errors: {} })

const isDetailed = (error: Error | DetailedError): error is DetailedError => 'originalResponse' in error
const statusOf = (error: Error | DetailedError): number =>
  (isDetailed(error) && error.originalResponse?.getStatus()) || 0

function failureOf(error: Error | DetailedError): Failure<never> {
  const body = isDetailed(error) ? error.originalResponse?.getBody() : undefined
  return failureIn<never>(statusOf(error), parsed(body), () => undefined)
}

function parsed(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return null
  }
}
