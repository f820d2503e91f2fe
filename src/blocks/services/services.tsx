import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { ReadonlySignal, Signal } from '@preact/signals-react'
import type { Registry } from '#core/module/registry.ts'
import type { ConnectionState } from '#core/realtime/connection.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Api, Resource } from '#core/resource/resource.ts'
import type { Session } from '#core/session/session.ts'
import type { Store } from '#core/store/store.ts'

/** What the server says of itself, and the build where it says nothing. */
export interface AppSettings {
  company_name: string
  password_reset_url: string | null
  /** Who looks addresses up, as `readPlaces` reads it; null when nobody does. */
  places: string | null
  /** What maps are drawn by; null when there are none. */
  map_style_url: string | null
}

/** What the page on screen offers to the bars around it. */
export interface PageState {
  /** The page's add action, for the bottom bar; null when it has none. */
  readonly add: Signal<{ label: string; onAdd: () => void } | null>
}

/** Everything a screen works with; the app makes it once, a story or a test makes its own. */
export interface Services {
  registry: Registry
  store: Store
  api: Api
  session: Session
  settings: ReadonlySignal<AppSettings>
  connection: ReadonlySignal<ConnectionState>
  /** Rises after an interruption: fetch again what is on screen. */
  resumed: ReadonlySignal<number>
  page: PageState
}

const Context = createContext<Services | null>(null)

/** Gives the screens below their services. */
export const ServicesProvider = ({ services, children }: { services: Services; children: ReactNode }) => (
  <Context value={services}>{children}</Context>
)

/**
 * The services of the app around.
 * @throws outside a ServicesProvider.
 */
export function useServices(): Services {
  const services = useContext(Context)
  if (!services) throw new Error('useServices needs a ServicesProvider above.')
  return services
}

/** The resource of an entity that stands below no other; what is nested is asked for by `api(entity, parents)`. */
export function useResource<E extends Entity>(entity: E): Resource<E> {
  const { api } = useServices()
  // A block does not know its entity: that it has no parents is for its user to see to, and pathOf says so if not.
  return useMemo(() => (api as (entity: E) => Resource<E>)(entity), [api, entity])
}
