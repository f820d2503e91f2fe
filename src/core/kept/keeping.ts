import { signal, type ReadonlySignal, type Signal } from '@preact/signals-react'
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
  /** What is known to be here; null for a job of which nothing is kept. Tracked, each job by itself. */
  of(job: Id): JobKeeping | null | undefined
  peek(job: Id): JobKeeping | null | undefined
  /** All jobs of which something is kept. */
  readonly jobs: ReadonlySignal<readonly Id[]>
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
  const jobs = signal<readonly Id[]>([])
  const known = new Map<Id, Signal<JobKeeping | null | undefined>>()
  function stateOf(job: Id) {
    const state = known.get(job) ?? signal(undefined)
    known.set(job, state)
    return state
  }
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
  user.subscribe(() => {
    jobs.value = []
    for (const state of known.values()) state.value = undefined
  })
  return {
    jobs,
    of: (job) => stateOf(job).value,
    peek: (job) => stateOf(job).peek(),
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
      if (!user.peek()) return
      stateOf(job).value = now
      const others = jobs.peek().filter((one) => one !== job)
      if (now === null || others.length === jobs.peek().length) jobs.value = now ? [...others, job] : others
    },
    start(next) {
      work = next
      for (const job of asked) work(job, false)
      asked.clear()
    },
  }
}
