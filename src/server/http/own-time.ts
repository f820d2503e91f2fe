/** Tells whose work goes on after waiting. In a page there is nothing like it, and nobody's time is counted. */
const hooks = 'process' in globalThis ? process.getBuiltinModule?.('node:async_hooks') : undefined

interface Count {
  add(ms: number): void
  /** What a request leaves running after its answer, such as a worker it has woken, is not its own. */
  ended: boolean
}

const counts = hooks && new hooks.AsyncLocalStorage<Count>()
let current: Count | null = null
/** Of the main thread alone, so that a busy machine makes nobody's requests longer, in milliseconds. */
const processorTime = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
let since = 0
let turns = false

function change(next: Count | null): void {
  const now = processorTime()
  current?.add(now - since)
  current = next
  since = now
}

/**
 * Says that the work of the running request goes on. It lasts until that of another does, or until the event loop turns:
 * who waits long for something calls this behind it.
 */
export function resume(): void {
  const count = counts?.getStore()
  const next = count && !count.ended ? count : null
  if (next === current) return
  change(next)
  if (!next || turns) return
  turns = true
  setImmediate(() => {
    turns = false
    change(null)
  })
}

/** Runs a request, and calls `add` with the processor time it took in milliseconds, without what it waited for. */
export function measured<T>(add: (ms: number) => void, task: () => Promise<T>): Promise<T> {
  if (!counts) return task()
  const count: Count = { add, ended: false }
  return counts.run(count, async () => {
    resume()
    try {
      return await task()
    } finally {
      if (current === count) change(null)
      count.ended = true
    }
  })
}
