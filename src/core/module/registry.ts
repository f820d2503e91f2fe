import { every, signedIn, type Area, type CurrentUser, type Guard, type Id } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import type { Count } from '../entity/patterns.ts'
import { PEOPLE } from '../entity/rules.ts'
import { placeOf } from '../entity/totals.ts'
import { checkEntities, refuseDuplicates, type Owned } from '../entity/check-entities.ts'
import type { Link, Module, Route, SetupPage, Tile } from './define-module.ts'
import type { Needed, Slot } from './slot.ts'

export interface Registry {
  readonly modules: readonly Module[]
  readonly entities: readonly Entity[]
  /** The permission areas that entities declare. */
  readonly areas: readonly Area[]
  /** What is fetched before the first screen is shown. */
  readonly preload: readonly Entity[]
  /** The entity whose records are the people who sign in. */
  readonly people: Entity | undefined
  /** The entity whose records are fetched ahead with all that belongs to them. */
  readonly ahead: Entity | undefined
  readonly keeps: readonly NonNullable<Module['keeps']>[]
  /** Sorted by precedence: static segments before parameters, and those before wildcards. */
  readonly routes: readonly Route[]
  /** What an entity is, by the name that refs, history and the outbox know it by. */
  entity(name: string): Entity | undefined
  sidebar(user: CurrentUser | null): readonly Link[]
  tiles(user: CurrentUser | null): readonly Tile[]
  setup(user: CurrentUser | null): readonly SetupPage[]
  /** Counts of other entities that are included in this one's records. */
  counts(entity: Entity): readonly { name: string; entity: Entity; count: Count }[]
  filled<T>(slot: Slot<T>, user: CurrentUser | null, params?: Params): readonly T[]
  /** Tracked: whether it is still being found out what of a slot the server has. */
  settling<T>(slot: Slot<T>, user: CurrentUser | null, params?: Params): boolean
  /** From now on, what needs a collection that the server does not have is left out. */
  limit(offer: Offered): void
  /** Whether the server has what a route needs; undefined while that is being found out. */
  offers(route: Route, params: Params): boolean | undefined
}

/** A module with the name of its folder. */
type Named = Module & { readonly id: string }
type Params = Readonly<Record<string, Id | string>>
/** Whether the server has an entity's collection, below these parents or below any. */
interface Offered {
  has(entity: Entity, params?: Params): boolean | undefined
  takes(entity: Entity, verb: string, params?: Params): boolean | undefined
}

/** Collects every module's registrations, in the modules' alphabetical order. */
const gather = <T>(modules: readonly Named[], pick: (module: Module) => readonly T[] | undefined): Owned<T>[] =>
  modules.flatMap((module) => (pick(module) ?? []).map((item) => ({ owner: module.id, item })))

/** Static segments come before parameters, and those before wildcards, so that /projects/new is not project "new". */
function byPath({ path: a }: Route, { path: b }: Route): number {
  const rank = (path: string) =>
    path
      .split('/')
      .map((part) => (part === '*?' ? '2' : part.startsWith(':') ? '1' : `0${part}`))
      .join('/')
  return rank(a) < rank(b) ? -1 : rank(a) > rank(b) ? 1 : 0
}

/**
 * Combines the modules; without names they are called by their place.
 * @throws naming the owners, on a duplicate entity, endpoint, path, area or guard, and on an area that is not
 * declared.
 */
export function createRegistry(given: readonly (Module & Partial<Named>)[]): Registry {
  const modules = given
    .map((module, at): Named => ({ id: String(at), ...module }))
    .sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  const entities = gather(modules, (module) => module.entities)
  const areas = checkEntities(entities)
  let offer: Offered = { has: () => true, takes: () => true }
  const needed = new Map(modules.map((module) => [module.id, module.needs ?? module.entities ?? []]))
  const needsOf = ({ owner, item }: Owned<{ needs?: readonly Needed[] }>) => item.needs ?? needed.get(owner) ?? []
  /** All of several; undefined while one of them is being found out and no other is missing. */
  const offered = (owned: Owned<{ needs?: readonly Needed[] }>, params?: Params) => {
    const answers = needsOf(owned).map((need) =>
      '$entity' in need ? offer.has(need, params) : offer.takes(need[0], need[1], params),
    )
    return answers.includes(false) ? false : answers.includes(undefined) ? undefined : true
  }
  const setup = gather(modules, (module) => module.setup)
  const routes = [
    ...gather(modules, ({ routes = {} }) => Object.entries(routes).map(([path, one]): Route => ({ path, ...one }))),
    ...setup.map(({ owner, item }) => ({
      owner,
      item: {
        path: item.path ?? item.to,
        guard: every(signedIn, item.guard ?? signedIn),
        screen: item.screen,
        ...(item.needs && { needs: item.needs }),
      } satisfies Route,
    })),
  ]
  refuseDuplicates('Path', routes, (route) => route.path.replace(/:\w+/g, ':'))
  const fills = gather(modules, (module) => module.fills)

  const allowed = <T extends { guard?: Guard; order?: number; needs?: readonly Needed[] }>(
    owned: readonly Owned<T>[],
    user: CurrentUser | null,
    params?: Params,
  ) =>
    owned
      .filter((one) => (one.item.guard?.(user) ?? true) && offered(one, params) === true)
      .map(({ item }) => item)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const all = entities.map(({ item }) => item)
  const byName = new Map(all.map((entity) => [entity.name, entity]))
  const sidebar = gather(modules, (module) => module.sidebar)
  const tiles = gather(modules, (module) => module.tiles)

  return {
    modules,
    entities: all,
    areas,
    preload: all.filter(({ atStart }) => atStart),
    people: byName.get(PEOPLE),
    ahead: all.find(({ own }) => own),
    keeps: modules.flatMap(({ keeps }) => keeps ?? []),
    entity: (name) => byName.get(name),
    routes: routes.map(({ item }) => item).sort(byPath),
    sidebar: (user) => allowed(sidebar, user),
    tiles: (user) => allowed(tiles, user),
    setup: (user) => allowed(setup, user),
    counts: ({ name: parent }) =>
      entities.flatMap(({ item: entity }) =>
        Object.entries<Count>(entity.counts).flatMap(([name, count]) => {
          const [target, field] = placeOf(name)
          return target === parent ? [{ name: field, entity, count }] : []
        }),
      ),
    settling: <T>({ slot }: Slot<T>, user: CurrentUser | null, params?: Params) =>
      fills.some(
        (one) => one.item.slot === slot && (one.item.guard?.(user) ?? true) && offered(one, params) === undefined,
      ),
    limit: (next) => void (offer = next),
    offers(route, params) {
      const owned = routes.find(({ item }) => item === route)
      return owned && offered(owned, params)
    },
    filled: <T>({ slot }: Slot<T>, user: CurrentUser | null, params?: Params) =>
      // Safe because a slot accepts only values of its type.
      allowed(
        fills.filter(({ item }) => item.slot === slot),
        user,
        params,
      ).map(({ value }) => value as T),
  }
}
