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

/** What files are put on: the table of a record that takes attachments, and its id. */
export interface On {
  type: string
  id: number
}

/** How many go up side by side: more would only make each slower. */
const AT_ONCE = 2

interface Job {
  id: string
  file: File
  prepared?: Promise<Prepared>
}

/** Uploads under way to one record: several files, each with its progress, its error, and another try. @useSignals */
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
  const ends = new Map<string, AbortController>()
  let running = 0
  const change = (id: string, part: Partial<Upload>) => {
    uploads.value = uploads.peek().map((one) => (one.id === id ? { ...one, ...part } : one))
  }
  const forget = (id: string) => {
    uploads.value = uploads.peek().filter((one) => one.id !== id)
  }

  async function send(job: Job): Promise<Result<Attachment>> {
    // Prepared once: the same files on every try, so that the server takes a second one for what it is.
    job.prepared ??= prepare(job.file)
    const end = new AbortController()
    ends.set(job.id, end)
    const draft = await job.prepared
    return resource.upload(draft, { signal: end.signal, onProgress: (progress) => change(job.id, { progress }) })
  }

  async function next() {
    const job = running < AT_ONCE ? waiting.shift() : undefined
    if (!job) return
    running++
    const result = await send(job)
    running--
    if (result.ok || result.declined || ends.get(job.id)?.signal.aborted) forget(job.id)
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
      ends.get(id)?.abort()
      forget(id)
    },
  }
}

/** No answer, or one that says nothing of the file itself. */
const retriable = (status: number) => status === 0 || status >= 500 || status === 429
const reasonOf = (failure: Extract<Result<unknown>, { ok: false }>): string =>
  failure.errors.file?.[0] ??
  (failure.status === 0 ? 'No connection. Try again when there is one.' : null) ??
  messageOf(failure) ??
  'This file could not be uploaded.'
