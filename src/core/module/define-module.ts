import type { ComponentType } from 'react'
import type { Guard } from '../access/access.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import type { Keeps } from './keeps.ts'
import type { Needed, SlotFill } from './slot.ts'

type ParamsIn<P extends string> = P extends `${infer Head}/*?`
  ? ParamsIn<Head> & { '*': string | undefined }
  : P extends `${string}:${infer K}/${infer R}`
    ? { [X in K]: string } & ParamsIn<`/${R}`>
    : P extends `${string}:${infer K}`
      ? { [X in K]: string }
      : // oxlint-disable-next-line typescript/no-empty-object-type
        {}

/** A screen's props: the path parameters as text; a `*?` at the end of a path matches any rest. */
export type ScreenProps<P extends string = string> = { params: ParamsIn<P> }
export type Lazy<Props> = () => Promise<{ default: ComponentType<Props> }>

export interface Route {
  readonly path: string
  readonly guard?: Guard
  /** Without these it is left out; by default those of the module (rule stock-servers). */
  readonly needs?: readonly Needed[]
  /** Its screen names the page after the record it shows; any other page has the project's name or the company's. */
  readonly titled?: boolean
  /** Any screen, since each has its own parameters; `defineModule` has checked them against the path. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly screen: Lazy<any>
}

/** An entry of the sidebar, a tile of the home screen, or an entry of /setup. */
export interface Link {
  to: string
  label: string
  /** A name known to ui/icon. */
  icon: string
  guard?: Guard
  /** Without these it is left out; by default those of the module (rule stock-servers). */
  needs?: readonly Needed[]
  /** Lower comes first; ties are sorted by the modules' names. */
  order?: number
}

/** A tile may show live information under its label ("64 active"). */
export interface Tile extends Link {
  detail?: Lazy<Record<never, never>>
}

export interface SetupPage extends Link {
  /** The pattern of its route, if that has parameters, of which `to` gives the usual values. */
  path?: string
  screen: Route['screen']
}

/** The props of a tab's screen: the record, and the rest of the address after the tab (`13` of `…/rfis/13`). */
export interface TabProps<R> {
  record: R
  rest: string
}

/** A tab on a detail page, for the slot of the page's owner. */
export interface Tab<E extends Entity> {
  /** Its path segment. */
  to: string
  label: string
  /** The number of items that need attention. */
  count?: (record: RecordOf<E>) => number
  /** Its place among the tabs that come first on phones, where few have room; those without one follow in their order. */
  phone?: number
  /** What the rest of its address opens, which has a page of its own for who may not see the tab's record. */
  opens?: Entity
  screen: Lazy<TabProps<RecordOf<E>>>
}

export interface ModuleSpec<P extends string = string> {
  entities?: readonly Entity[]
  /**
   * The entities without whose collections there is nothing of it: on servers that announce nothing, a collection may not
   * exist. By default all of its entities.
   */
  needs?: readonly Needed[]
  /** What of it is kept on a device beside the records of a job that is fetched ahead. */
  keeps?: () => Promise<{ default: Keeps }>
  /** Paths and their screens, whose `params` must be among those in the path. */
  routes?: { readonly [K in P]: Omit<Route, 'path' | 'screen'> & { screen: Lazy<ScreenProps<K>> } }
  sidebar?: readonly Link[]
  tiles?: readonly Tile[]
  /** Each becomes a guarded route and an entry on /setup. */
  setup?: readonly SetupPage[]
  fills?: readonly SlotFill[]
}

export interface Module extends Readonly<Omit<ModuleSpec, 'routes'>> {
  readonly $module: true
  readonly routes?: Readonly<Record<string, Omit<Route, 'path'>>>
}

/**
 * Checks the manifest and returns it; it takes effect when a registry is built from it.
 * @throws when a path does not start with "/".
 * @example
 * export default defineModule({
 *   entities: [phases],
 *   setup: [{ to: '/setup/phases', label: 'Phases', icon: 'layers', screen: () => import('./screens/phases-screen.tsx')
 * }], })
 */
export function defineModule<const P extends string = never>(spec: ModuleSpec<P>): Module {
  const paths = [
    Object.keys(spec.routes ?? {}),
    spec.sidebar?.map((l) => l.to),
    spec.tiles?.map((l) => l.to),
    spec.setup?.map((l) => l.to),
  ]
  for (const path of paths.flatMap((group) => group ?? []))
    if (!path.startsWith('/')) throw new Error(`A module’s path "${path}" must start with "/".`)
  return Object.freeze({ ...spec, $module: true as const })
}
