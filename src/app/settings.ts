import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { $Fetch } from 'ofetch'
import type { AppSettings } from '#blocks/services/services.tsx'
import type { LiveAt } from '#core/realtime/echo.ts'
import type { Retries } from '#core/resource/retries.ts'
import { isObject } from '#lib/is-object.ts'

const KEY = 'app'
const SILENT = 'announces nothing'

export interface Settings extends AppSettings {
  pusher_key: string
  /** The service for live events; null for the server's own. */
  live: LiveAt | null
  /** The URL of session analytics; null if it is off. */
  analytics_url: string | null
}

/** The service for live events that the build names: by its cluster at Pusher, or by its address. */
function liveBuilt(): LiveAt | null {
  const { VITE_PUSHER_CLUSTER: cluster, VITE_PUSHER_HOST: host, VITE_PUSHER_PORT: port } = import.meta.env
  const tls = (import.meta.env.VITE_PUSHER_SCHEME ?? 'https') === 'https'
  if (host) return { host, port: Number(port) || (tls ? 443 : 80), tls }
  return cluster ? { cluster } : null
}

/** The settings of the build, for servers that do not provide any. */
export const builtSettings: Settings = {
  company_name: import.meta.env.VITE_COMPANY_NAME ?? '',
  logo_url: null,
  password_reset_url: import.meta.env.VITE_PASSWORD_RESET_URL ?? null,
  pusher_key: import.meta.env.VITE_PUSHER_APP_KEY ?? 'plumbline',
  live: liveBuilt(),
  features: [],
  version: null,
  uploads: null,
  push_key: null,
  analytics_url: null,
  places: import.meta.env.VITE_PLACES ?? null,
  map_style_url: import.meta.env.VITE_MAP_STYLE_URL ?? null,
  store_many: { guests: 500, staff: 500 },
  week_start: 'sunday',
  time_zone: null,
  guided: false,
}

function liveIn(value: unknown): LiveAt | null {
  if (!isObject(value)) return null
  const { cluster, host, port, tls } = value
  if (typeof cluster === 'string') return { cluster }
  return typeof host === 'string' && typeof port === 'number' ? { host, port, tls: tls === true } : null
}

/** Servers that tell no number take as many as the first version. */
function mostIn(value: unknown): Settings['store_many'] {
  const { guests, staff } = isObject(value) ? value : {}
  const { store_many } = builtSettings
  return {
    guests: typeof guests === 'number' ? guests : store_many.guests,
    staff: typeof staff === 'number' ? staff : store_many.staff,
  }
}

const textOrNull = (value: unknown) => (typeof value === 'string' ? value : null)

function read(value: unknown): Settings | null {
  if (!isObject(value)) return null
  const {
    company_name,
    logo_url,
    password_reset_url,
    pusher_key,
    live,
    features,
    version,
    uploads,
    push_key,
    store_many,
    analytics_url,
    places,
    map_style_url,
    week_start,
    time_zone,
    guided,
  } = value
  if (typeof company_name !== 'string' || typeof pusher_key !== 'string') return null
  return {
    company_name,
    pusher_key,
    live: liveIn(live),
    features: Array.isArray(features) ? features.filter((name) => typeof name === 'string') : [],
    version: textOrNull(version),
    uploads: textOrNull(uploads),
    push_key: textOrNull(push_key),
    store_many: mostIn(store_many),
    logo_url: textOrNull(logo_url),
    password_reset_url: textOrNull(password_reset_url),
    analytics_url: textOrNull(analytics_url),
    places: textOrNull(places),
    map_style_url: textOrNull(map_style_url),
    week_start: week_start === 'monday' ? 'monday' : 'sunday',
    time_zone: textOrNull(time_zone),
    guided: guided === true,
  }
}

function stored(): Settings | null {
  try {
    return read(JSON.parse(localStorage.getItem(KEY) ?? 'null'))
  } catch {
    return null
  }
}

/** What is noted of a server that announces nothing: in a session it is not asked again, and later starts expect it. */
const silence = {
  isNotedIn(storage: () => Storage): boolean {
    try {
      return storage().getItem(SILENT) !== null
    } catch {
      return false
    }
  },
  note(isSilent: boolean): void {
    for (const storage of [() => sessionStorage, () => localStorage])
      try {
        if (isSilent) storage().setItem(SILENT, 'yes')
        else storage().removeItem(SILENT)
      } catch {
        // Without storage it is asked at every start.
      }
  },
}

/** The settings before any were read, with the name that a server of ours has put into the page. */
function unread(): Settings {
  const meta = document.querySelector<HTMLMetaElement>('meta[name=application-name]')
  return { ...builtSettings, company_name: meta?.content || builtSettings.company_name }
}

/**
 * Provides the last known settings immediately, addresses at the API's origin. `refresh` fetches them again and stores
 * them for the next start.
 */
export function createSettings(
  http: $Fetch,
  { apiUrl = '', retries }: { apiUrl?: string; retries?: Pick<Retries, 'add'> } = {},
): {
  value: ReadonlySignal<Settings>
  /** Whether the server announces what it can do; null until it is known. */
  announced: ReadonlySignal<boolean | null>
  refresh(): Promise<void>
} {
  const last = stored()
  const known = signal(last ?? unread())
  const isSilent = silence.isNotedIn(() => sessionStorage)
  const announced = signal(isSilent || silence.isNotedIn(() => localStorage) ? false : last ? true : null)
  return {
    announced,
    value: computed(() => {
      const { logo_url } = known.value
      return { ...known.value, logo_url: logo_url && apiUrl + logo_url }
    }),
    async refresh() {
      if (isSilent) return
      // Other servers may not have this endpoint (rule stock-servers); then the build's settings apply.
      const { status, body } = await http
        .raw<unknown>('/api/app', { ignoreResponseError: true })
        // The parsed body, as named by ofetch.
        // oxlint-disable-next-line no-underscore-dangle
        .then(({ status, _data }) => ({ status, body: _data }))
        .catch(() => ({ status: 0, body: null }))
      const answer = read(body)
      if (!answer) {
        known.value = { ...known.peek(), company_name: known.peek().company_name || 'Plumbline' }
        if (status > 0 && status < 500) {
          announced.value = false
          silence.note(true)
        } else {
          // Until it can be asked, nothing that is missing says anything about the server.
          announced.value ??= true
          retries?.add(() => void this.refresh())
        }
        return
      }
      known.value = answer
      silence.note(false)
      announced.value = true
      localStorage.setItem(KEY, JSON.stringify(answer))
    },
  }
}
