import { bindRealtime } from '#core/realtime/bind-realtime.ts'
import { createEcho, type LiveAt } from '#core/realtime/echo.ts'

type EchoOptions = Parameters<typeof createEcho>[0]
type Bound = Omit<Parameters<typeof bindRealtime>[0], 'echo'>

/** Connects to the configured live service, or the API host's own. It is a separate chunk, needed only after signing in. */
export function startRealtime(
  url: string,
  { at, ...options }: Pick<EchoOptions, 'key' | 'http' | 'batch'> & { at: LiveAt | null },
  bound: Bound,
) {
  const { hostname, port, protocol } = new URL(url)
  const tls = protocol === 'https:'
  const echo = createEcho({ ...options, at: at ?? { host: hostname, port: Number(port) || (tls ? 443 : 80), tls } })
  return bindRealtime({ ...bound, echo })
}
