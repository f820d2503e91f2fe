import { lazily } from '#core/entity/field.ts'
import { isObject } from '#lib/is-object.ts'
import type { Progress, Question, Relayed } from './protocol.ts'
import { socketThrough } from './socket.ts'

type Post = (question: Question, port: MessagePort) => void

/** Starts the worker with the server, or joins the one that another tab has started. */
const theWorker = lazily((): Post => {
  // One name a build, for an older one may still run in another tab.
  const name = `plumbline ${import.meta.env.VITE_BUILT ?? ''}`
  if ('SharedWorker' in window) {
    const { port } = new SharedWorker(new URL('./worker.ts', import.meta.url), { type: 'module', name })
    return (question, answer) => port.postMessage(question, [answer])
  }
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name })
  return (question, answer) => worker.postMessage(question, [answer])
})

/** Waits for what may have to seed the company. @throws when it failed */
const until = (question: Question): Promise<void> =>
  new Promise((done, fail) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }: MessageEvent<Progress>) => {
      if (data.state === 'ready') done()
      if (data.state === 'failed') fail(new Error(data.why))
    })
    port1.start()
    theWorker()(question, port2)
  })

/** Hands what the service worker relays to the server, as this person's. */
async function relayFor(person: string): Promise<void> {
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
    if (!port || !isObject(data) || !('relayed' in data)) return
    const { relayed: request } = data as unknown as Relayed
    theWorker()({ kind: 'request', person, request }, port)
  })
  serviceWorker.startMessages()
  const controlled = new Promise<void>((done) => {
    if (serviceWorker.controller) done()
    else serviceWorker.addEventListener('controllerchange', () => done(), { once: true })
  })
  await serviceWorker.register('relay.js')
  await controlled
}

/** Connects this page to the server of the demo, with that person signed in. @throws when it cannot be started */
export async function openServer(person: string): Promise<void> {
  Object.assign(window, {
    WebSocket: Object.assign(
      socketThrough((url, port) => theWorker()({ kind: 'socket', url }, port)),
      { CONNECTING: 0, OPEN: 1, CLOSING: 2, CLOSED: 3 },
    ),
  })
  await Promise.all([relayFor(person), until({ kind: 'enter', person })])
}

/** Puts the sample company back to how it was at first. */
export const restart = (): Promise<void> => until({ kind: 'restart' })

/** Has the company ready by the time that somebody has chosen whom to be. @throws when it cannot be */
export const prepare = (): Promise<void> => until({ kind: 'open' })
