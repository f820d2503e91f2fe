import { customers } from '#modules/customers/entities.ts'
import { userKey } from '../session/stored-user.ts'
import { openTab } from './tab.fixture.ts'

/** Messages to a killable tab from the page that opened it. */
export type ToTab =
  | { kind: 'open'; database: string; user: string }
  | { kind: 'answer'; id: number; status: number; body: string }
  | { kind: 'save'; name: string }

/** Messages from the tab. */
export type FromTab =
  | {
      kind: 'ask'
      id: number
      path: string
      init: { method: string; headers: [string, string][]; body: string | null }
    }
  | { kind: 'saved'; name: string; ok: boolean }

// A worker has the same databases, locks and channels as a page, and can be terminated at any moment.
const say = (words: FromTab) => postMessage(words)
const asked = new Map<number, (answer: Response | null) => void>()
const tab = Promise.withResolvers<Awaited<ReturnType<typeof openTab>>>()

const network: typeof fetch = async (input, init) => {
  const id = asked.size
  const answer = new Promise<Response | null>((resolve) => void asked.set(id, resolve))
  const { method = 'GET', headers, body } = init ?? {}
  const text = typeof body === 'string' ? body : null
  say({ kind: 'ask', id, path: String(input), init: { method, headers: [...new Headers(headers)], body: text } })
  return (await answer) ?? Promise.reject(new TypeError('Failed to fetch'))
}

addEventListener('message', async ({ data }: MessageEvent<ToTab>) => {
  if (data.kind === 'answer') {
    const { id, status, body } = data
    const headers = { 'content-type': 'application/json' }
    asked.get(id)?.(status ? new Response(status === 204 ? null : body, { status, headers }) : null)
  } else if (data.kind === 'open') {
    const { database, user } = data
    tab.resolve(openTab({ fetch: network, database, held: new Map([[userKey, user]]) }))
  } else {
    const { api } = await tab.promise
    const sent = await api(customers).save({ name: data.name })
    say({ kind: 'saved', name: data.name, ok: sent.ok })
  }
})
