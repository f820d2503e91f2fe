import { every, signedIn, type CurrentUser, type Guard } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import type { Count } from '../entity/patterns.ts'
import { checkEntities, refuseDuplicates, type Owned } from '../entity/check-entities.ts'
import type { Link, Module, Route, SetupPage, Tile } from './define-module.ts'
import type { Slot } from './slot.ts'

export interface Registry {
  readonly modules: readonly Module[]
  readonly entities: readonly Entity[]
  readonly preload: readonly Entity[]
  /** The entity whose records are the people who sign in. */
  readonly people: Entity | undefined
  readonly ahead: NonNullable<Module['ahead']> | undefined
  readonly pictures: readonly NonNullable<Module['pictures']>[]
  /** Sorted by precedence: static segments before parameters, and those before wildcards. */
  readonly routes: readonly Route[]
  /** What an entity is, by the name that refs, history and the outbox know it by. */
  entity(name: string): Entity | undefined
  /** @throws for a name that no module registered. */
  guard(name: string): Guard
  sidebar(user: CurrentUser | null): readonly Link[]
  tiles(user: CurrentUser | null): readonly Tile[]
  setup(user: CurrentUser | null): readonly SetupPage[]
  /** Counts of other entities that are included in this one's records. */
  counts(entity: Entity): readonly { name: string; entity: Entity; count: Count }[]
  filled<T>(slot: Slot<T>, user: CurrentUser | null): readonly T[]
}

/** Collects every module's registrations, in the modules' alphabetical order. */
const gather = <T>(modules: readonly Module[], pick: (module: Module) => readonly T[] | undefined): Owned<T>[] =>
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
 * Combines the modules.
 * @throws naming the owners, on a duplicate module, entity, endpoint, path, area or guard, and on an area that is not
 * declared.
 */
export function createRegistry(given: readonly Module[]): Registry {
  const modules = [...given].sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0))
  refuseDuplicates(
    'Module',
    modules.map((item) => ({ owner: item.id, item })),
    (module) => module.id,
  )
  const entities = gather(modules, (module) => module.entities)
  checkEntities(entities)
  const setup = gather(modules, (module) => module.setup)
  const routes = [
    ...gather(modules, (module) => module.routes),
    ...setup.map(({ owner, item }) => ({
      owner,
      item: {
        path: item.path ?? item.to,
        guard: every(signedIn, item.guard ?? signedIn),
        screen: item.screen,
      } satisfies Route,
    })),
  ]
  refuseDuplicates('Path', routes, (route) => route.path.replace(/:\w+/g, ':'))
  const guards = gather(modules, (module) => Object.entries(module.guards ?? {}))
  refuseDuplicates('Guard', guards, ([name]) => name)
  const fills = gather(modules, (module) => module.fills)

  const allowed = <T extends { guard?: Guard; order?: number }>(owned: readonly Owned<T>[], user: CurrentUser | null) =>
    owned
      .map(({ item }) => item)
      .filter((item) => item.guard?.(user) ?? true)
      .sort((a, b) => (a.order ?? 0) - (b.order ?? 0))
  const byName = new Map(entities.map(({ item }) => [item.name, item]))
  const [people, second] = gather(modules, (module) => (module.people ? [module.people] : []))
  if (people && second) throw new Error(`Both ${people.owner} and ${second.owner} say which entity people are.`)
  const sidebar = gather(modules, (module) => module.sidebar)
  const tiles = gather(modules, (module) => module.tiles)

  return {
    modules,
    entities: entities.map(({ item }) => item),
    preload: modules.flatMap((module) => module.preload ?? []),
    people: people?.item,
    ahead: modules.find(({ ahead }) => ahead)?.ahead,
    pictures: modules.flatMap(({ pictures }) => pictures ?? []),
    entity: (name) => byName.get(name),
    routes: routes.map(({ item }) => item).sort(byPath),
    guard(name) {
      const found = guards.find(({ item: [key] }) => key === name)
      if (!found) throw new Error(`No module registers a guard named "${name}".`)
      return found.item[1]
    },
    sidebar: (user) => allowed(sidebar, user),
    tiles: (user) => allowed(tiles, user),
    setup: (user) => allowed(setup, user),
    counts: ({ name: parent }) =>
      entities.flatMap(({ item: entity }) =>
        Object.entries(entity.counts).flatMap(([name, count]) =>
          (entity.fields as Fields)[count.of]?.facts.ref?.entity === parent ? [{ name, entity, count }] : [],
        ),
      ),
    filled: <T>({ slot }: Slot<T>, user: CurrentUser | null) =>
      // Safe because `into` accepts only values of the slot's type.
      allowed(
        fills.filter(({ item }) => item.slot === slot),
        user,
      ).map(({ value }) => value as T),
  }
}
