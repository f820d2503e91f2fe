import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import { signInFrom } from '../bench/sides.ts'
import type { Figures } from './figures.ts'

/** How long a browser goes on trying to find a server, and the pause between two tries, in milliseconds. */
const PATIENCE = 60_000
const PAUSE = 1000

interface Options {
  readonly url: string
  readonly email: string
  /** A number of its own, for its address. */
  readonly n: number
  readonly figures: Figures
}

/** A person's browser as the server knows it: a session, what screens ask for, and a socket for live events. */
export async function openBrowser({ url, email, n, figures }: Options) {
  const { http } = await signInFrom(url, email, n)
  const { data: user } = await http.get('/api/user')
  /** The tag of the copy of the people that the browser kept yesterday. */
  const tag = String((await http.get('/api/users')).headers.etag)
  let socket: WebSocket | undefined
  let isOpen = true
  const heard = new Set<(event: { name: string; record: { id?: number } }) => void>()

  const ifChanged = (path: string): Record<string, string> => (path === '/api/users' ? { 'If-None-Match': tag } : {})

  /** Sends a request until a server answers it. */
  async function send(kind: 'read' | 'save' | 'photo', method: string, path: string, data?: unknown) {
    const headers = kind === 'read' ? ifChanged(path) : { 'Idempotency-Key': randomUUID() }
    const until = performance.now() + PATIENCE
    for (;;) {
      const began = performance.now()
      const answer = await http.request({ method, url: path, data, headers }).catch(() => null)
      if (answer && ![502, 503, 504].includes(answer.status)) {
        figures.took(kind, performance.now() - began, `${method} ${path}`)
        if (answer.status >= 400)
          figures.failed(`${email}: ${method} ${path} ${answer.status} ${JSON.stringify(answer.data).slice(0, 200)}`)
        return answer.status < 400 ? answer.data : null
      }
      if (performance.now() > until) {
        figures.failed(`${email}: ${method} ${path} found no server for a minute`)
        return null
      }
      figures.sentAgain()
      await pause(PAUSE)
    }
  }

  /** Connects the socket and joins channels, and does so again whenever the connection is lost. */
  function listen(channels: readonly string[]) {
    if (!isOpen) return
    const made = new WebSocket(`${url.replace('http', 'ws')}/app/plumbline?protocol=7`, { perMessageDeflate: false })
    socket = made
    made.on('message', async (text) => {
      const message = JSON.parse(String(text))
      if (message.event === 'pusher:connection_established') {
        const { socket_id } = JSON.parse(message.data)
        const channel_names = channels.map((name) => `private-${name}.${user.id}`)
        const told = await send('read', 'POST', '/broadcasting/auth', { socket_id, channel_names })
        for (const channel of channel_names) {
          const auth = told?.channels?.[channel]?.auth
          if (auth) made.send(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth } }))
        }
      } else if (message.event === 'pusher:ping') made.send('{"event":"pusher:pong","data":{}}')
      else if (!message.event.startsWith('pusher'))
        for (const listener of heard)
          listener({ name: `${message.channel} ${message.event}`, record: JSON.parse(message.data).model ?? {} })
    })
    made.on('error', () => {})
    made.on('close', () => setTimeout(() => listen(channels), PAUSE * (0.5 + Math.random())))
  }

  return {
    user: user as { id: number; role: string },
    /** Answers null, after noting it, where a person would see an error. */
    read: (path: string) => send('read', 'GET', path),
    readAll: (paths: readonly string[]) => Promise.all(paths.map((path) => send('read', 'GET', path))),
    save: (method: 'POST' | 'PATCH', path: string, body: unknown) => send('save', method, path, body),
    /** Sends a picture as a form. */
    photo(path: string, bytes: Uint8Array<ArrayBuffer>) {
      const form = new FormData()
      form.append('file', new File([bytes], `photo-${randomUUID()}.jpg`, { type: 'image/jpeg' }))
      return send('photo', 'POST', path, form)
    },
    listen,
    onEvent: (listener: Parameters<typeof heard.add>[0]) => void heard.add(listener),
    close() {
      isOpen = false
      socket?.terminate()
    },
  }
}
export type Browser = Awaited<ReturnType<typeof openBrowser>>

export const pause = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds))
