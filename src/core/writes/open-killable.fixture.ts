import type { CurrentUser } from '../access/access.ts'
import type { Command, FromTab, ToTab } from './killable-tab.fixture.ts'

/** A tab that can be ended in the middle of whatever it does. */
export function openKillable(world: { fetch: typeof fetch }, database: string, user: CurrentUser) {
  const worker = new Worker(new URL('./killable-tab.fixture.ts', import.meta.url), { type: 'module' })
  const say = (words: ToTab) => worker.postMessage(words, { transfer: [] })
  const waiting = new Map<number, (done: { ok: boolean; status: number }) => void>()
  let count = 0
  worker.addEventListener('message', async ({ data }: MessageEvent<FromTab>) => {
    if (data.kind === 'done') return waiting.get(data.id)?.(data)
    const { id, path, init } = data
    const answer = await world.fetch(path, init).catch(() => null)
    say({ kind: 'answer', id, status: answer?.status ?? 0, body: (await answer?.text()) ?? '' })
  })
  say({ kind: 'open', database, user: JSON.stringify(user) })
  return {
    do: (command: Command, done: (result: { ok: boolean; status: number }) => void) => {
      waiting.set(++count, done)
      say({ kind: 'do', id: count, command })
    },
    kill: () => worker.terminate(),
  }
}
