import type { IncomingMessage } from 'node:http'
import type { Http2ServerRequest } from 'node:http2'

/** How long a sender that goes on sending is listened to after it was refused, in milliseconds. */
const LONGEST = 500
/** A body of at most this many bytes is read whatever the answer is. */
const SHORT = 1024 * 1024

type Incoming = IncomingMessage | Http2ServerRequest

function isShort({ headers }: Incoming): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= SHORT
}

/**
 * Says with a refusal that its connection ends, where the rest of a large body is still on its way: nobody reads it, so the connection cannot be used again. It ends once the sender is through or has
 * gone on for a moment: ended at once it would be reset, and the answer lost.
 */
export async function endAfter(answer: Response, incoming: Incoming): Promise<Response> {
  if (answer.status < 400 || incoming.complete || isShort(incoming)) return answer
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const headers = new Headers(answer.headers)
  headers.set('Connection', 'close')
  // The sender has the whole answer by its length, before the connection ends.
  headers.set('Content-Length', String(bytes.byteLength))
  let stop = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes)
      const events = ['end', 'error', 'close']
      const end = () => {
        stop()
        controller.close()
      }
      const timer = setTimeout(end, LONGEST)
      stop = () => {
        clearTimeout(timer)
        for (const event of events) incoming.off(event, end)
      }
      for (const event of events) incoming.once(event, end)
      incoming.resume()
    },
    // The sender is gone.
    cancel: () => stop(),
  })
  return new Response(body, { status: answer.status, headers })
}
