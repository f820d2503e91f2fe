import type { Entity } from '#core/entity/entity.ts'

/** What a webhook is tried with; it is about no record. */
export const PING = 'ping'
/** What stands for all events. */
export const EVERYTHING = '*'
const untold: readonly string[] = ['webhook', 'webhook_delivery']
/** Whether there are events of such records: of webhooks there are none. */
export const isTold = ({ name }: Entity): boolean => !untold.includes(name)

/** The events of one kind of records: each begins with its name. */
export interface KindOfEvents {
  readonly entity: Entity
  /** `rfi.*` first, which stands for all of them. */
  readonly names: readonly string[]
}

/** All events there are, by the kinds of records that they are about. */
export const kindsOf = (entities: readonly Entity[]): KindOfEvents[] =>
  entities.filter(isTold).map((entity) => ({
    entity,
    names: ['*', 'saved', 'deleted', ...new Set([...entity.actions, ...entity.collectionActions])].map(
      (verb) => `${entity.name}.${verb}`,
    ),
  }))

/** What a change is called: by its step, or saved where it is none. */
export function nameOf({
  entity,
  kind,
  action,
}: {
  entity: Entity
  kind: 'saved' | 'deleted'
  action: string
}): string {
  const isStep = kind === 'saved' && [...entity.actions, ...entity.collectionActions].includes(action)
  return `${entity.name}.${isStep ? action : kind}`
}

/** Whether a webhook that follows these is told of an event. */
export const follows = (chosen: readonly string[], name: string): boolean =>
  chosen.some((one) => one === EVERYTHING || one === name || one === `${name.slice(0, name.indexOf('.'))}.*`)

/** Letters in a row that two names have in common, as a measure of how near they are. */
const nearness = (one: string, other: string): number => {
  const pairs = (text: string) => new Set(Array.from(text.slice(1), (letter, at) => `${text[at]}${letter}`))
  const [mine, theirs] = [pairs(one), pairs(other)]
  return (2 * mine.intersection(theirs).size) / (mine.size + theirs.size || 1)
}
const NEAREST = 3

/** What is wrong with chosen events, as a sentence that names what may have been meant; undefined where all are known. */
export function problemOf(chosen: readonly string[], entities: readonly Entity[]): string | undefined {
  const known = kindsOf(entities).flatMap(({ names }) => names)
  const unknown = chosen.find((name) => name !== EVERYTHING && !known.includes(name))
  if (unknown === undefined) return chosen.length ? undefined : 'Choose at least one event.'
  const near = known.toSorted((a, b) => nearness(b, unknown) - nearness(a, unknown)).slice(0, NEAREST)
  return `There is no event “${unknown}”. Did you mean ${near.slice(0, -1).join(', ')} or ${near.at(-1)}?`
}
