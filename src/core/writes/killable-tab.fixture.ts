import { signal } from '@preact/signals-react'
import { customers } from '#modules/customers/entities.ts'
import { projects } from '#modules/projects/entities.ts'
import { tasks } from '#modules/tasks/entities.ts'
import type { Id } from '../access/access.ts'
import { userKey } from '../session/stored-user.ts'
import { openTab } from './tab.fixture.ts'

/** A command to a tab. Records are identified by the name they were created with. */
export type Command =
  | { kind: 'save'; name: string }
  | { kind: 'edit'; name: string; phone_number: string }
  | { kind: 'delete'; name: string }
  | { kind: 'task'; name: string; project_id: Id }
  /** Changes the line of a task whose text begins with this word. */
  | { kind: 'line'; name: string; does: 'add' | 'edit' | 'remove' | 'move' | 'tick'; word: string; text: string }

/** Messages to a killable tab from the page that opened it. */
export type ToTab =
  | { kind: 'open'; database: string; user: string }
  | { kind: 'answer'; id: number; status: number; body: string }
  | { kind: 'do'; id: number; command: Command }

/** Messages from the tab. */
export type FromTab =
  | {
      kind: 'ask'
      id: number
      path: string
      init: { method: string; headers: [string, string][]; body: string | null }
    }
  | { kind: 'done'; id: number; ok: boolean; status: number }

// A worker has the same databases, locks and channels as a page, and can be terminated at any moment.
const say = (words: FromTab) => postMessage(words)
const asked = new Map<number, (answer: Response | null) => void>()
const tab = Promise.withResolvers<Awaited<ReturnType<typeof openTab>>>()
/** The ids of the records made here, temporary ones too. */
const made = signal<ReadonlyMap<string, Id>>(new Map())

const network: typeof fetch = async (input, init) => {
  const id = asked.size
  const answer = new Promise<Response | null>((resolve) => void asked.set(id, resolve))
  const { method = 'GET', headers, body } = init ?? {}
  const text = typeof body === 'string' ? body : null
  say({ kind: 'ask', id, path: String(input), init: { method, headers: [...new Headers(headers)], body: text } })
  return (await answer) ?? Promise.reject(new TypeError('Failed to fetch'))
}

async function run(command: Command) {
  const { api } = await tab.promise
  if (command.kind === 'line') return changeLine(command)
  if (command.kind === 'task') {
    const saved = await api(tasks, { project_id: command.project_id }).save({ title: command.name })
    if (saved.ok) made.value = new Map([...made.value, [command.name, saved.data.id]])
    return saved
  }
  const resource = api(customers)
  if (command.kind === 'save') {
    const saved = await resource.save({ name: command.name })
    if (saved.ok) made.value = new Map([...made.value, [command.name, saved.data.id]])
    return saved
  }
  const id = made.value.get(command.name) ?? 0
  return command.kind === 'delete' ? resource.remove(id) : resource.save({ id, phone_number: command.phone_number })
}

/** Nobody could have done it, since the tab does not show what it is about. */
const missing = { ok: false, status: 404 } as const

/** As the checklist of a task does it. */
async function changeLine({ name, does, word, text }: Command & { kind: 'line' }) {
  const { api, store, writes } = await tab.promise
  const id = writes.idOf(made.value.get(name) ?? 0)
  const task = store.of(tasks).peek(id)
  if (!task) return missing
  const resource = api(tasks, { project_id: task.project_id })
  const { checklist } = task
  const line = checklist.find((one) => one.text.startsWith(`${word} `))
  if (does === 'add') return resource.save({ id, checklist: [...checklist, { text }] })
  if (!line) return missing
  if (does === 'tick') return resource.act(id, 'tick', { line: line.id || line.key, done: true })
  const others = checklist.filter((one) => one !== line)
  if (does === 'remove') return resource.save({ id, checklist: others })
  if (does === 'move') return resource.save({ id, checklist: [line, ...others] })
  return resource.save({ id, checklist: checklist.map((one) => (one === line ? { ...one, text } : one)) })
}

addEventListener('message', async ({ data }: MessageEvent<ToTab>) => {
  if (data.kind === 'answer') {
    const { id, status, body } = data
    const headers = { 'content-type': 'application/json' }
    asked.get(id)?.(status ? new Response(status === 204 ? null : body, { status, headers }) : null)
  } else if (data.kind === 'open') {
    const { database, user } = data
    tab.resolve(
      openTab({
        fetch: network,
        database,
        held: new Map([[userKey, user]]),
        entities: [customers, projects, tasks],
        pause: 100,
      }),
    )
  } else {
    const result = await run(data.command)
    say({ kind: 'done', id: data.id, ok: result.ok, status: result.ok ? 200 : result.status })
  }
})
