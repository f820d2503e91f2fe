import type { Entity } from '#core/entity/entity.ts'
import { placesOf } from '#server/resource/routes.ts'
import { createContext } from '#server/context/create-context.ts'
import type { TestWorld } from './cast.ts'

export interface Endpoint {
  readonly method: string
  /** As Hono has it: `/api/projects/:project_id{[0-9]+}/rfis`. */
  readonly path: string
  /** Whose records it serves, where it serves records. */
  readonly entity: Entity | undefined
}

/** Every route the real app has mounted, so that a new one is covered without anyone thinking of it. */
export function endpointsOf({ app }: TestWorld): Endpoint[] {
  const places = app.services.catalog.entities
    .flatMap((entity) => placesOf(app.services, entity).map(({ path }) => ({ path, entity })))
    .sort((a, b) => b.path.length - a.path.length)
  const found = new Map<string, Endpoint>()
  for (const { method, path } of app.routes.routes) {
    if (path.includes('*')) continue
    const place = places.find((one) => path === one.path || path.startsWith(`${one.path}/`))
    found.set(`${method} ${path}`, { method, path, entity: place?.entity })
  }
  return [...found.values()]
}

/** The marks of a route's path, by name. */
export const marksIn = (path: string): string[] =>
  [...path.matchAll(/:(\w+)\{\[0-9\]\+\}/g)].flatMap(([, name]) => name ?? [])

/** A path with something in the place of each mark. */
export const filled = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)\{\[0-9\]\+\}/g, (_, name: string) => String(values[name]))

export type Truth = Record<string, unknown> & { id: number }

/** All records as they are, whoever may see them: read past the API. */
export async function truthOf({ app }: TestWorld): Promise<Map<string, Truth[]>> {
  const ctx = createContext(app.services, { user: app.system })
  const truth = new Map<string, Truth[]>()
  for (const entity of app.services.catalog.entities)
    truth.set(entity.name, (await ctx.all(entity)) as unknown as Truth[])
  return truth
}
