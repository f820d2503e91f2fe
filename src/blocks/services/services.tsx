import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { ReadonlySignal, Signal } from '@preact/signals-react'
import type { Registry } from '#core/module/registry.ts'
import type { ConnectionState } from '#core/realtime/connection.ts'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Outbox } from '#core/outbox/outbox.ts'
import type { Queries } from '#core/resource/queries.ts'
import type { Api, Reading, Resource } from '#core/resource/resource.ts'
import type { Questions } from '#core/resource/warnings.ts'
import type { Session } from '#core/session/session.ts'
import type { Store } from '#core/store/store.ts'
import type { Day } from '#lib/days.ts'

/** What the server says of itself, and the build where it says nothing. */
export interface AppSettings {
  company_name: string
  password_reset_url: string | null
  /** Who looks addresses up, as `readPlaces` reads it; null when nobody does. */
  places: string | null
  /** What maps are drawn by; null when there are none. */
  map_style_url: string | null
  /** The day the company's weeks begin on (rule week-start). */
  week_start: 'sunday' | 'monday'
  /** An IANA name: where the company's "today" is; null for wherever the browser is. */
  time_zone: string | null
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
  /** Lists of records that are fetched and kept live. */
  queries: Queries
  session: Session
  outbox: Outbox
  /** What the server asks about before it saves. */
  warnings: Questions
  settings: ReadonlySignal<AppSettings>
  /** The company's calendar day. */
  today: ReadonlySignal<Day>
  connection: ReadonlySignal<ConnectionState>
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

type Parents = Readonly<Record<string, Id | string>>

/** The ids of the records that the screen is below. */
export const ParentContext = createContext<Parents>({})

/**
 * Says below which records the blocks inside work: `<ParentScope project_id={4}>` makes every block over an entity at
 * `api/projects/{project_id}/…` one of project 4.
 */
export const ParentScope = ({
  children,
  ...parents
}: {
  children: ReactNode
  [parent: `${string}_id`]: Id
  [kind: `${string}_type`]: string
}) => {
  const above = useContext(ParentContext)
  const key = JSON.stringify({ ...above, ...parents })
  const all = useMemo((): Parents => JSON.parse(key), [key])
  return <ParentContext value={all}>{children}</ParentContext>
}

/**
 * The resource of an entity; a nested one's parents are those of the `ParentScope` around the screen.
 * @throws when it is nested and nothing around says below what.
 */
export function useResource<E extends Entity>(entity: E): Resource<E> {
  const { api } = useServices()
  const parents = useContext(ParentContext)
  return useMemo(() => (api as (entity: E, parents: Parents) => Resource<E>)(entity, parents), [api, entity, parents])
}

/** Reads an entity below the parents around, or, where it has a root, across all of them. */
export function useReading<E extends Entity>(entity: E, across: boolean): Reading<E> {
  const { api } = useServices()
  const parents = useContext(ParentContext)
  return useMemo(
    () => (across ? api.across(entity) : (api as (entity: E, parents: Parents) => Reading<E>)(entity, parents)),
    [api, entity, parents, across],
  )
}
