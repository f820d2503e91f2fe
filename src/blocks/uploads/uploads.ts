import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-react'
import type { CurrentUser, Id } from '#core/access/access.ts'
import { messageOf } from '#core/resource/messages.ts'
import type { Result } from '#core/resource/result.ts'
import type { UploadOptions } from '#core/resource/upload.ts'
import { beginUnfinished } from '#ui/unfinished/unfinished.ts'

/** How many files go up side by side: more would only make each slower. */
const AT_ONCE = 5

/** A file to send. Sending it again continues the same upload. */
export interface NewTask {
  readonly name: string
  /** In bytes. */
  readonly size: number
  send(options: Omit<UploadOptions, 'key'>): Promise<Result<unknown>>
}

export interface UploadTask extends NewTask {
  readonly id: string
  /** What it is uploaded to; each place shows its own. */
  readonly place: string
  /** Who chose it: nobody else sees it or sends it. */
  readonly user: Id | undefined
  /** From 0 to 1. */
  readonly share: number
  /** `signed-out` uploads continue after signing in, `offline` ones when the network is back. */
  readonly state: 'waiting' | 'sending' | 'paused' | 'signed-out' | 'offline' | 'failed' | 'done'
  readonly error?: string
  /** Whether another try may succeed. */
  readonly retriable?: boolean
}

/** The uploads of this page, whatever screen is shown: up to five at a time. */
export interface Uploads {
  /** The uploads to one place that the person signed in has chosen. */
  of(place: string): ReadonlySignal<readonly UploadTask[]>
  add(place: string, files: readonly NewTask[]): void
  pause(id: string): void
  /** Goes on after a pause, or tries again. */
  resume(id: string): void
  remove(id: string): void
  dispose(): void
}

const unsent: readonly UploadTask['state'][] = ['waiting', 'sending', 'signed-out', 'offline']

/** No response, or one that is not about the file itself. */
const isPassing = (status: number) => status === 0 || status >= 500 || status === 429

/** Why a file was not taken. */
export const reasonOf = (failure: Extract<Result<unknown>, { ok: false }>): string =>
  failure.errors.file?.[0] ?? messageOf(failure) ?? 'This file could not be uploaded.'

export function createUploads(
  user: ReadonlySignal<CurrentUser | null>,
  network: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = window,
): Uploads {
  const tasks = signal<readonly UploadTask[]>([])
  const ends = new Map<string, AbortController>()
  let made = 0

  const find = (id: string) => tasks.peek().find((task) => task.id === id)
  const change = (id: string, part: Partial<UploadTask>) => {
    tasks.value = tasks.peek().map((task) => (task.id === id ? { ...task, ...part } : task))
  }
  /** Finished ones are kept for the progress of all, until none of their place is on its way. */
  const forgetDone = (place: string) => {
    const all = tasks.peek()
    if (all.some((task) => task.place === place && task.state !== 'done' && task.state !== 'failed')) return
    tasks.value = all.filter((task) => task.place !== place || task.state !== 'done')
  }

  function startNext() {
    const own = tasks.peek().filter((task) => task.user === user.peek()?.id)
    const room = AT_ONCE - own.filter(({ state }) => state === 'sending').length
    for (const task of own.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, room))) void send(task)
  }

  async function send({ id, place, send: sendFile }: UploadTask) {
    const end = new AbortController()
    ends.set(id, end)
    change(id, { state: 'sending' })
    const result = await sendFile({ signal: end.signal, onProgress: (share) => change(id, { share }) })
    batch(() => {
      // `pause` or `remove` has set the state already.
      if (!end.signal.aborted) settle(id, result)
      forgetDone(place)
    })
    startNext()
  }

  function settle(id: string, result: Result<unknown>) {
    if (result.ok) return change(id, { state: 'done', share: 1 })
    if (result.declined) return forget(id)
    if (result.status === 401 || result.status === 419) return change(id, { state: 'signed-out' })
    if (result.status === 0)
      return change(id, { state: 'offline', error: 'No connection. Try again when there is one.', retriable: true })
    change(id, { state: 'failed', error: reasonOf(result), retriable: isPassing(result.status) })
  }

  const forget = (id: string) => {
    tasks.value = tasks.peek().filter((task) => task.id !== id)
  }
  const wait = (id: string) =>
    change(id, { state: 'waiting', error: undefined, retriable: undefined } as Partial<UploadTask>)
  const resumeAll = (state: UploadTask['state']) => {
    for (const task of tasks.peek()) if (task.state === state && task.user === user.peek()?.id) wait(task.id)
    startNext()
  }
  const online = () => resumeAll('offline')
  network.addEventListener('online', online)
  const stopFollowing = user.subscribe((current) => current && queueMicrotask(() => resumeAll('signed-out')))

  // Leaving the page would end what is on its way.
  let over: (() => void) | undefined
  const stopGuarding = effect(() => {
    const busy = tasks.value.some(({ state }) => unsent.includes(state))
    if (busy) over ??= beginUnfinished({ isKept: true })
    else over = void over?.()
  })

  return {
    of: (place) => computed(() => tasks.value.filter((task) => task.place === place && task.user === user.value?.id)),
    add(place, files) {
      const fresh = files.map((file): UploadTask => ({
        ...file,
        id: `upload-${++made}`,
        place,
        user: user.peek()?.id,
        share: 0,
        state: 'waiting',
      }))
      tasks.value = [...tasks.peek(), ...fresh]
      startNext()
    },
    pause(id) {
      ends.get(id)?.abort()
      change(id, { state: 'paused' })
      startNext()
    },
    resume(id) {
      wait(id)
      startNext()
    },
    remove(id) {
      const place = find(id)?.place ?? ''
      ends.get(id)?.abort()
      forget(id)
      forgetDone(place)
      startNext()
    },
    dispose() {
      // Nothing more is started, and what is on its way ends.
      tasks.value = []
      for (const end of ends.values()) end.abort()
      network.removeEventListener('online', online)
      stopFollowing()
      stopGuarding()
      over?.()
    },
  }
}
