import { bindRealtime } from '#core/realtime/bind-realtime.ts'
import { createEcho, type LiveAt } from '#core/realtime/echo.ts'

type EchoOptions = Parameters<typeof createEcho>[0]
type Bound = Omit<Parameters<typeof bindRealtime>[0], 'echo'>

/** Connects to the service that the API host names, or to its own live hub; a chunk of its own, because nobody needs it before signing in. */
export function startRealtime(
  url: string,
  { at, ...options }: Pick<EchoOptions, 'key' | 'http'> & { at: LiveAt | null },
  bound: Bound,
) {
  const { hostname, port, protocol } = new URL(url)
  const tls = protocol === 'https:'
  const echo = createEcho({ ...options, at: at ?? { host: hostname, port: Number(port) || (tls ? 443 : 80), tls } })
  return bindRealtime({ ...bound, echo })
}
