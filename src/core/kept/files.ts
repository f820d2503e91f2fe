import type { Id } from '../access/access.ts'
import type { Keeps } from '../module/keeps.ts'
import type { JobKeeping } from './keeping.ts'
import { dropFiles, filesHere, readLedgers, statusOf, writeLedger, type Ledger } from './ledger.ts'
import type { Network } from './network.ts'
import {
  createReader,
  fitting,
  PICTURE,
  planOf,
  type JobToKeep,
  type Located,
  type Plan,
  type PlanDeps,
} from './plan.ts'
import { KEPT_FILES } from './previews.ts'

export interface FileDeps extends PlanDeps {
  /** Fetches a file when nothing else is to be fetched. @throws without a connection */
  fetchFile(path: string): Promise<Response>
  network(): Network
  /** Whether the person is still signed in, and connected. */
  mayGoOn(): boolean
  /** How many bytes all jobs may have. */
  budget(): Promise<number>
}

/** Files that are fetched at a time, and after how many the ledger is written, so that a closed tab loses few sizes. */
const [AT_ONCE, BETWEEN] = [3, 10]

type Fetched = 'here' | 'none' | 'away' | 'full'

/** Only what will not change at its address is kept, and as many bytes as it has. */
async function fetchInto(
  { fetchFile, mayGoOn }: FileDeps,
  file: Located,
  sizes: Record<string, number>,
): Promise<Fetched> {
  try {
    const answer = await fetchFile(file.path)
    const blob = await answer.blob()
    const isLasting = answer.headers.get('Cache-Control')?.includes('immutable')
    if (answer.status !== 200 || !isLasting || (file.bytes !== null && blob.size !== file.bytes)) return 'none'
    const cache = await caches.open(KEPT_FILES)
    if (!mayGoOn()) return 'away'
    await cache.put(file.url, new Response(blob, { headers: { 'Content-Type': blob.type } }))
    sizes[file.url] = blob.size
    if (mayGoOn()) return 'here'
    // Who has signed out meanwhile leaves nothing.
    await cache.delete(file.url)
    return 'away'
  } catch (error) {
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'away'
  }
}

/** Whether a job's missing files may be fetched now, or why not. */
function permission({ network, mayGoOn, keeping }: FileDeps, { job, kinds }: Plan): JobKeeping['state'] {
  if (network() === 'wait') return 'waiting'
  if (!mayGoOn()) return 'away'
  const isWanted = kinds.some(({ items }) => items.some((item) => item.isWanted))
  const answer = network() === 'go' || isWanted ? true : keeping.answered(job)
  return answer === null ? 'ask' : answer ? 'busy' : 'declined'
}

/** What opens files was brought since the page was opened: another version of the app may have another one. */
const opened = new Set<Keeps>()

async function bringOpeners({ keeps }: FileDeps, { kinds }: Plan): Promise<boolean> {
  for (const keep of keeps) {
    if (!keep.opens || opened.has(keep) || !kinds.some(({ noun }) => noun === keep.noun)) continue
    const isHere = await keep.opens().then(
      () => true,
      () => false,
    )
    if (!isHere) return false
    opened.add(keep)
  }
  return true
}

/** Fetches what is missing of a job, a few files at a time, and says how far it is. Returns the room that is left. */
async function keepJob(deps: FileDeps, plan: Plan, rank: number, room: number, here: Set<string>): Promise<number> {
  const { kept, keeping, idle, root } = deps
  const { job, kinds, before } = plan
  const all = kinds.flatMap(({ items }) => items).flatMap(({ files }) => files)
  const { files, left, isAll } = fitting(plan, room)
  const fit = new Set(files)
  await dropFiles(
    all.flatMap((file) => (fit.has(file) ? [] : [file.url])),
    here,
  )
  const sizes: Record<string, number> = Object.fromEntries(all.map(({ url, size }) => [url, size]))
  for (const url of Object.keys(sizes))
    if (here.has(url) && sizes[url] === PICTURE) sizes[url] = (await (await caches.match(url))?.blob())?.size ?? 0
  const queue = files.filter(({ url }) => !here.has(url))
  let state: JobKeeping['state'] = queue.length ? permission(deps, plan) : 'rest'
  let wholeAt = before?.wholeAt ?? null
  async function note(isWritten: boolean) {
    const addresses = kinds.map(({ noun, items }) => ({
      noun,
      items: items.map((item) => item.files.map(({ url }) => url)),
    }))
    const ledger: Ledger = { rank, kinds: addresses, sizes, wholeAt, state }
    keeping.tell(job, statusOf(ledger, here))
    if (isWritten) await kept.use((database, reader) => writeLedger(database, reader, root, job, ledger))
  }
  await note(true)
  let [count, isLacking] = [0, false]
  async function work() {
    for (let file = queue.shift(); file && state === 'busy'; file = queue.shift()) {
      await idle()
      state = permission(deps, plan)
      if (state !== 'busy') return
      const got = await fetchInto(deps, file, sizes)
      if (got === 'here') here.add(file.url)
      else if (got === 'none') isLacking = true
      else state = got
      if (state === 'busy') await note(++count % BETWEEN === 0)
    }
  }
  if (state === 'busy') {
    await navigator.storage?.persist?.().catch(() => false)
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    // What lies there counts, not what was put there.
    here.clear()
    for (const url of await filesHere()) here.add(url)
  }
  if (deps.mayGoOn() && !(await bringOpeners(deps, plan))) isLacking = true
  if (state === 'busy' || state === 'rest') state = isLacking ? 'failed' : isAll ? 'rest' : 'full'
  if (state === 'rest' && files.every(({ url }) => here.has(url))) wholeAt = Date.now()
  await note(true)
  return left
}

/**
 * Keeps the files of jobs within the budget, in their order: what is last goes first. What no job has any more goes, and
 * what was superseded. What is here is not fetched again.
 */
export async function keepFiles(deps: FileDeps, order: readonly JobToKeep[]): Promise<void> {
  const { kept, keeping, root } = deps
  const ledgers = (await kept.use(readLedgers)) ?? []
  const here = await filesHere()
  const of = createReader(deps)
  const plans: Plan[] = []
  for (const job of order)
    plans.push(await planOf(deps, job, of(job.id), ledgers.find((one) => one.job === job.id)?.ledger))
  const planned = new Set(
    plans.flatMap(({ kinds }) =>
      kinds.flatMap(({ items }) => items.flatMap(({ files }) => files.map(({ url }) => url))),
    ),
  )
  const known = ledgers.flatMap(({ ledger }) => Object.keys(ledger.sizes))
  await dropFiles([...plans.flatMap(({ old }) => old), ...known.filter((url) => !planned.has(url))], here)
  for (const { job } of ledgers) {
    if (order.some(({ id }) => id === job)) continue
    await kept.use((database, reader) => writeLedger(database, reader, root, job, null))
    keeping.tell(job, null)
  }
  let room = await deps.budget()
  for (const [rank, plan] of plans.entries()) room = await keepJob(deps, plan, rank, room, here)
}

/** Says of the jobs, or of one, what lies here of them, without asking anybody. */
export async function tellKept(
  { kept, keeping, network }: Pick<FileDeps, 'kept' | 'keeping' | 'network'>,
  job: Id | null,
): Promise<void> {
  const ledgers = (await kept.use(readLedgers)) ?? []
  const here = await filesHere()
  for (const { job: id, ledger } of ledgers) {
    if ((job !== null && id !== job) || keeping.peek(id)?.state === 'busy') continue
    // What a closed tab was fetching is not being fetched, and what was whole may have lost something since.
    const isOpen = ledger.state === 'busy' || ledger.state === 'rest'
    const state = !isOpen ? ledger.state : network() === 'wait' ? 'waiting' : 'away'
    keeping.tell(id, statusOf({ ...ledger, state }, here))
  }
  if (job !== null && !ledgers.some((one) => one.job === job)) keeping.tell(job, null)
}
