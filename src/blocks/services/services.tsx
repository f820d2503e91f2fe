import { createContext, useContext, useMemo, type ReactNode } from 'react'
import type { ReadonlySignal, Signal } from '@preact/signals-react'
import type { Registry } from '#core/module/registry.ts'
import type { ConnectionState } from '#core/realtime/connection.ts'
import type { Id } from '#core/access/access.ts'
import type { Drafts } from '#core/drafts/drafts.ts'
import type { Keeping } from '#core/kept/keeping.ts'
import type { Kept } from '#core/kept/kept.ts'
import type { Shown } from '#core/kept/shown.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Offer } from '#core/resource/offer.ts'
import type { Queries } from '#core/resource/queries.ts'
import type { Api, Reading, Resource } from '#core/resource/resource.ts'
import type { Retries } from '#core/resource/retries.ts'
import type { Questions } from '#core/resource/warnings.ts'
import type { Session } from '#core/session/session.ts'
import type { Store } from '#core/store/store.ts'
import type { Writes } from '#core/writes/writes.ts'
import type { Uploads } from '#blocks/uploads/uploads.ts'
import type { Day } from '#lib/days.ts'
import type { IconProps } from '#ui/icon/icon.tsx'

/** The settings from the server, with defaults from the build. */
export interface AppSettings {
  /** What the server can do beyond the specification. */
  features: readonly string[]
  /** The server's version; null where it does not tell. */
  version: string | null
  /** Empty until it is known. */
  company_name: string
  /** The address of the company's logo; null if it has none. */
  logo_url: string | null
  password_reset_url: string | null
  /** The address lookup in the format of `readPlaces`; null if there is none. */
  places: string | null
  /** The URL of the map style; null if there are no maps. */
  map_style_url: string | null
  /** Where the server takes resumable uploads; null where files are sent in forms. */
  uploads: string | null
  /** The key with which this browser subscribes to push messages; null where the server sends none. */
  push_key: string | null
  /** How many records one request may save. */
  store_many: { readonly guests: number; readonly staff: number }
  /** The first day of the company's weeks (rule week-start). */
  week_start: 'sunday' | 'monday'
  /** The IANA name of the company's time zone, which determines "today"; null for that of the browser. */
  time_zone: string | null
  /** Whether this company is shown its first hour (rule first-hour). */
  guided: boolean
}

/** The main action of a page or of a part of it. */
export interface AddAction {
  readonly label: string
  readonly onAdd: () => void
  /** A plus by default. */
  readonly icon?: IconProps['name']
}

/** What the current page provides to the app's bars. */
export interface PageState {
  /** The page's add action, for the bottom bar; null when it has none. */
  readonly add: Signal<AddAction | null>
  /** What the page is about and where that begins, for the bar of phones, where it stands in the company's place. */
  readonly about: Signal<{ name: string; href: string } | null>
  /** The records that the page shows in detail, as `{table} {id}`. */
  readonly looking: Signal<readonly string[]>
}

/** The services that exist before anyone has signed in. */
export interface PublicServices {
  session: Session
  settings: ReadonlySignal<AppSettings>
}

/** The services that screens use. The app creates them once; stories and tests create their own. */
export interface Services extends PublicServices {
  registry: Registry
  store: Store
  api: Api
  /** What the server has. */
  offer: Offer
  /** Lists of records that are fetched and kept live. */
  queries: Queries
  /** The device's copy of what was read. */
  kept: Kept
  /** What of jobs is on this device beside records. */
  keeping: Keeping
  /** What is typed and not yet saved. */
  drafts: Drafts
  /** What is on screen, and how old it is. */
  shown: Shown
  /** Repeats reads that found no server. */
  retries: Retries
  /** Files on their way to the server. */
  uploads: Uploads
  writes: Writes
  /** The server's warnings that wait for a confirmation. */
  warnings: Questions
  /** The company's calendar day. */
  today: ReadonlySignal<Day>
  connection: ReadonlySignal<ConnectionState>
  page: PageState
}

const Context = createContext<Services | null>(null)
const PublicContext = createContext<PublicServices | null>(null)

/** Provides what exists before anyone has signed in to the components below. */
export const PublicServicesProvider = ({ services, children }: { services: PublicServices; children: ReactNode }) => (
  <PublicContext value={services}>{children}</PublicContext>
)

/** Provides the services to the screens below. */
export const ServicesProvider = ({ services, children }: { services: Services; children: ReactNode }) => (
  <PublicServicesProvider services={services}>
    <Context value={services}>{children}</Context>
  </PublicServicesProvider>
)

/**
 * The services that components shown to signed-out people may use.
 * @throws outside a provider.
 */
export function usePublicServices(): PublicServices {
  const services = useContext(PublicContext)
  if (!services) throw new Error('usePublicServices needs a PublicServicesProvider above.')
  return services
}

/**
 * The services of the app.
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
 * Sets the parent records for the blocks inside: within `<ParentScope project_id={4}>`, entities at
 * `api/projects/{project_id}/…` are those of project 4.
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
 * The resource of an entity, whose parents come from the surrounding `ParentScope`.
 * @throws when the entity is nested and a parent is missing.
 */
export function useResource<E extends Entity>(entity: E): Resource<E> {
  const { api } = useServices()
  const parents = useContext(ParentContext)
  return useMemo(() => (api as (entity: E, parents: Parents) => Resource<E>)(entity, parents), [api, entity, parents])
}

/** Reads an entity within the surrounding `ParentScope`, or across all parents. */
export function useReading<E extends Entity>(entity: E, across: boolean): Reading<E> {
  const { api } = useServices()
  const parents = useContext(ParentContext)
  return useMemo(
    () => (across ? api.across(entity) : (api as (entity: E, parents: Parents) => Reading<E>)(entity, parents)),
    [api, entity, parents, across],
  )
}
