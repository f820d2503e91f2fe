import type { Entity } from '#core/entity/entity.ts'
import { placesOf } from '#server/resource/routes.ts'
import { createContext } from '#server/context/create-context.ts'
import type { TestWorld } from './cast.ts'

export interface Endpoint {
  readonly method: string
  /** The route pattern of Hono, such as `/api/projects/:project_id{[0-9]+}/rfis`. */
  readonly path: string
  /** The entity that the endpoint serves, if any. */
  readonly entity: Entity | undefined
}

/** All routes of the real app, so that new ones are covered automatically. */
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

/** The names of the parameters in a route's path. */
export const marksIn = (path: string): string[] =>
  [...path.matchAll(/:(\w+)\{\[0-9\]\+\}/g)].flatMap(([, name]) => name ?? [])

/** A path with values for its parameters. */
export const filled = (path: string, values: Readonly<Record<string, unknown>>): string =>
  path.replace(/:(\w+)\{\[0-9\]\+\}/g, (_, name: string) => String(values[name]))

export type Truth = Record<string, unknown> & { id: number }

/** All records regardless of visibility, read from the database directly. */
export async function truthOf({ app }: TestWorld): Promise<Map<string, Truth[]>> {
  const ctx = createContext(app.services, { user: app.system })
  const truth = new Map<string, Truth[]>()
  for (const entity of app.services.catalog.entities)
    truth.set(entity.name, (await ctx.all(entity)) as unknown as Truth[])
  return truth
}
