import { signal } from '@preact/signals-react'
import type { Services } from '#blocks/services/services.tsx'
import type { Registry } from '#core/module/registry.ts'
import { bindRealtime, type Realtime } from '#core/realtime/bind-realtime.ts'
import { createEcho } from '#core/realtime/echo.ts'
import { createApi } from '#core/resource/api.ts'
import { createHttp } from '#core/resource/http.ts'
import { createSession } from '#core/session/session.ts'
import { createStore } from '#core/store/store.ts'
import { createSettings } from './settings.ts'

/** The API host: this page's own unless the build names another. */
const apiUrl = (import.meta.env.VITE_API_URL ?? '').replace(/\/$/, '')

/** Makes what the app works with and wires it together; nothing is asked of the server yet. */
export function createServices(registry: Registry) {
  const store = createStore(registry.entities)
  let realtime: Realtime | undefined
  const http = createHttp({
    baseURL: apiUrl,
    socketId: () => realtime?.socketId(),
    onUnauthorized: () => session.expire(),
  })
  const session = createSession({ http, store })
  const settings = createSettings(http)
  const host = new URL(apiUrl || location.origin)
  const tls = host.protocol === 'https:'
  const echo = createEcho({
    key: settings.value.peek().pusher_key,
    host: host.hostname,
    port: Number(host.port) || (tls ? 443 : 80),
    tls,
    http,
  })
  realtime = bindRealtime({ echo, store, user: session.user, entities: registry.entities })
  // A new company name is everyone's at once.
  store.byName('company_setting')?.on('saved', () => void settings.refresh())
  const services: Services = {
    registry,
    store,
    api: createApi({ http, store }),
    session,
    settings: settings.value,
    connection: realtime.connection,
    resumed: realtime.resumed,
    page: { add: signal(null) },
  }
  return { services, settings }
}
