import { bindRealtime } from '#core/realtime/bind-realtime.ts'
import { createEcho } from '#core/realtime/echo.ts'

type EchoOptions = Parameters<typeof createEcho>[0]
type Bound = Omit<Parameters<typeof bindRealtime>[0], 'echo'>

/** Connects to the live hub of the API host; a chunk of its own, because nobody needs it before signing in. */
export function startRealtime(url: string, options: Pick<EchoOptions, 'key' | 'http'>, bound: Bound) {
  const host = new URL(url)
  const tls = host.protocol === 'https:'
  const echo = createEcho({ ...options, host: host.hostname, port: Number(host.port) || (tls ? 443 : 80), tls })
  return bindRealtime({ ...bound, echo })
}
