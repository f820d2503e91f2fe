import { useMemo } from 'react'
import { signal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { messageOf } from '#core/resource/messages.ts'
import type { Resource } from '#core/resource/resource.ts'
import type { Result } from '#core/resource/result.ts'
import type { Upload } from '#ui/file-drop/file-drop.tsx'
import { useUnfinished } from '#ui/unfinished/unfinished.ts'
import { attachments, type Attachment } from '../entities.ts'
import { prepare, type Prepared } from './photo.ts'

/** The record that files are attached to: its table and id. */
export interface On {
  type: string
  id: number
}

/** The number of parallel uploads; more would only make each one slower. */
const AT_ONCE = 2

interface Job {
  id: string
  file: File
  prepared?: Promise<Prepared>
}

/** The current uploads to a record, each with its progress, error and retry. @useSignals */
export function useUploads({ type, id }: On) {
  const { api } = useServices()
  const made = useMemo(
    () => createUploads(api(attachments, { attachable_type: type, attachable_id: id })),
    [api, type, id],
  )
  useUnfinished(made.uploads.value.length > 0)
  return made
}

function createUploads(resource: Resource<typeof attachments>) {
  const uploads = signal<readonly Upload[]>([])
  const waiting: Job[] = []
  const aborts = new Map<string, AbortController>()
  let running = 0
  const change = (id: string, part: Partial<Upload>) => {
    uploads.value = uploads.peek().map((one) => (one.id === id ? { ...one, ...part } : one))
  }
  const drop = (id: string) => {
    uploads.value = uploads.peek().filter((one) => one.id !== id)
  }

  async function send(job: Job): Promise<Result<Attachment>> {
    // Prepared only once, so that a retry sends the same bytes and the server recognizes it as a repetition.
    job.prepared ??= prepare(job.file)
    const abort = new AbortController()
    aborts.set(job.id, abort)
    const draft = await job.prepared
    return resource.upload(draft, { signal: abort.signal, onProgress: (progress) => change(job.id, { progress }) })
  }

  async function next() {
    const job = running < AT_ONCE ? waiting.shift() : undefined
    if (!job) return
    running++
    const result = await send(job)
    running--
    if (result.ok || result.declined || aborts.get(job.id)?.signal.aborted) drop(job.id)
    else
      change(job.id, {
        progress: 0,
        error: reasonOf(result),
        ...(retriable(result.status) && { onRetry: () => retry(job) }),
      })
    void next()
  }

  function retry(job: Job) {
    change(job.id, { progress: 0, error: undefined, onRetry: undefined })
    waiting.push(job)
    void next()
  }

  return {
    uploads,
    add(files: readonly File[]) {
      const jobs = files.map((file): Job => ({ id: `${Date.now()}-${Math.random()}`, file }))
      uploads.value = [...uploads.peek(), ...jobs.map(({ id, file }) => ({ id, name: file.name, progress: 0 }))]
      waiting.push(...jobs)
      for (let started = 0; started < AT_ONCE; started++) void next()
    },
    remove(id: string) {
      const at = waiting.findIndex((job) => job.id === id)
      if (at >= 0) waiting.splice(at, 1)
      aborts.get(id)?.abort()
      drop(id)
    },
  }
}

/** Whether a retry makes sense: there was no response, or the error does not concern the file. */
const retriable = (status: number) => status === 0 || status >= 500 || status === 429
const reasonOf = (failure: Extract<Result<unknown>, { ok: false }>): string =>
  failure.errors.file?.[0] ??
  (failure.status === 0 ? 'No connection. Try again when there is one.' : null) ??
  messageOf(failure) ??
  'This file could not be uploaded.'
