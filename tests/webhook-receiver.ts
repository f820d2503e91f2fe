import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a program was told, and how. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  // Each test knows what it was told.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly told: any
}
type Answer = (one: Received, response: ServerResponse) => void

/** Answers with a status and a text. */
export const saying =
  (status: number, body = '', headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response.writeHead(status, headers).end(body)

/** A program that takes webhooks, and answers as a test says. */
export async function openReceiver() {
  const received: Received[] = []
  const program: { answer: Answer; received: Received[] } = { answer: saying(200, 'thanks'), received }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    const one = { path: request.url ?? '', headers: request.headers, body, told: JSON.parse(body || '{}') }
    received.push(one)
    program.answer(one, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return Object.assign(program, {
    host,
    port: host.slice(host.indexOf(':') + 1),
    origin: `http://${host}`,
    /** What came of these events, in order. */
    of: (event: string) => received.filter(({ told }) => told.event === event),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}
