const TRIES = 3

/** The delay before the n-th retry: n·2ⁿ milliseconds (rule script-retries). */
export const retryDelay = (retry: number): number => retry * 2 ** retry

interface Options {
  /** Adds the script to the page; rejects when it cannot be loaded. */
  load?: (url: string) => Promise<void>
  wait?: (ms: number) => Promise<void>
}

const loaded = new Map<string, Promise<void>>()

/**
 * Loads a third-party script (the maps) once, however often it is requested. A failure is retried 3 times.
 * @throws the last failure; a later call tries again.
 */
export function loadScript(url: string, options: Options = {}): Promise<void> {
  const known = loaded.get(url)
  if (known) return known
  const under = attempt(url, options).catch((error: unknown) => {
    loaded.delete(url)
    throw error
  })
  loaded.set(url, under)
  return under
}

async function attempt(url: string, { load = intoPage, wait = pause }: Options): Promise<void> {
  for (let retry = 0; ; retry++) {
    try {
      if (retry) await wait(retryDelay(retry))
      return await load(url)
    } catch (error) {
      if (retry === TRIES) throw error
    }
  }
}

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

const intoPage = (url: string) =>
  new Promise<void>((done, fail) => {
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.addEventListener('load', () => done())
    script.addEventListener('error', () => {
      script.remove()
      fail(new Error(`${url} could not be loaded.`))
    })
    document.head.append(script)
  })
