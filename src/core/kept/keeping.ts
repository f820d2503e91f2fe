import { signal, type ReadonlySignal } from '@preact/signals-react'
import type { CurrentUser, Id } from '../access/access.ts'

/** What somebody wants of a job whatever its size: everything, or some groups of items. */
export type Wanted = 'all' | readonly string[]

/** What of a job is on this device, by what lies there. */
export interface JobKeeping {
  readonly counts: readonly { readonly noun: readonly [one: string, several: string]; here: number; of: number }[]
  /** What lies here, and about how much is still to come, in bytes. */
  readonly bytes: number
  readonly missing: number
  /** When all of it was last seen to be here, in milliseconds. */
  readonly wholeAt: number | null
  /**
   * What happens with the rest: it is being fetched, waits for a better connection or for any, for the person's answer, was
   * declined, has no room, or could not be fetched.
   */
  readonly state: 'rest' | 'busy' | 'waiting' | 'away' | 'ask' | 'declined' | 'full' | 'failed'
}

/** Keeps files of jobs on this device (rule kept-job). */
export interface Keeping {
  /** What is known to be here; null for a job of which nothing is kept. Tracked. */
  of(job: Id): JobKeeping | null | undefined
  /** All jobs of which something is kept. Tracked. */
  readonly jobs: ReadonlySignal<ReadonlyMap<Id, JobKeeping | null>>
  /** Looks what of a job is here, or of all, and fetches what is missing as far as it may. */
  check(job: Id | null): void
  /** Tracked. */
  wanted(job: Id): Wanted
  want(job: Id, what: Wanted): void
  /** Whether a job may be fetched where the browser does not tell what a connection costs; null before the person was asked. */
  answered(job: Id): boolean | null
  answer(job: Id, yes: boolean): void
  /** The jobs of which something is wanted. */
  allWanted(): readonly Id[]
  tell(job: Id, now: JobKeeping | null): void
  /** From now on this looks, and after a choice fetches or drops at once. */
  start(work: (job: Id | null, isChosen: boolean) => void): void
}

/** Names in the browser's storage; an earlier version kept the first one for sheets alone. */
const [WANTED, ASKED] = ['drawings kept', 'kept asked']

/** Beside the device's copy, since signing out does not change what somebody wants here. */
export function createKeeping(user: ReadonlySignal<CurrentUser | null>): Keeping {
  const jobs = signal<ReadonlyMap<Id, JobKeeping | null>>(new Map())
  const chosen = signal(0)
  const asked = new Set<Id | null>()
  let work = (job: Id | null, _isChosen: boolean): void => void asked.add(job)
  const nameOf = (what: string, job: Id | '') => `${what} ${user.peek()?.id ?? 0} ${job}`
  const storage = globalThis.localStorage
  function choose(what: string, job: Id, value: string) {
    storage?.setItem(nameOf(what, job), value)
    chosen.value++
    work(job, true)
  }
  user.subscribe(() => (jobs.value = new Map()))
  return {
    jobs,
    of: (job) => jobs.value.get(job),
    check: (job) => work(job, false),
    wanted(job) {
      void chosen.value
      const stored = storage?.getItem(nameOf(WANTED, job)) ?? ''
      return stored === 'all' ? 'all' : stored.split(' ').filter(Boolean)
    },
    want: (job, what) => choose(WANTED, job, what === 'all' ? what : what.join(' ')),
    answered(job) {
      const stored = storage?.getItem(nameOf(ASKED, job))
      return stored ? stored === 'yes' : null
    },
    answer: (job, yes) => choose(ASKED, job, yes ? 'yes' : 'no'),
    allWanted() {
      const start = nameOf(WANTED, '')
      const names = Object.keys(storage ?? {}).filter((name) => name.startsWith(start) && storage.getItem(name))
      return names.map((name) => Number(name.slice(start.length)))
    },
    tell(job, now) {
      if (user.peek()) jobs.value = new Map(jobs.peek()).set(job, now)
    },
    start(next) {
      work = next
      for (const job of asked) work(job, false)
      asked.clear()
    },
  }
}
