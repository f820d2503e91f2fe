import type { DailyLog } from './entities.ts'

type Crew = NonNullable<DailyLog['signed_crew']>

/** A person whose hours changed after the log was completed. */
export interface CrewChange {
  readonly name: string
  readonly before: number
  readonly after: number
}

/** What has changed in the crew since it was signed. */
export function crewChanges(signed: Crew, now: Crew): CrewChange[] {
  const people = new Map([...signed, ...now].map(({ user_id, name }) => [user_id, name]))
  const hoursIn = (crew: Crew, id: number) => crew.find(({ user_id }) => user_id === id)?.hours ?? 0
  return [...people].flatMap(([id, name]) => {
    const [before, after] = [hoursIn(signed, id), hoursIn(now, id)]
    return before === after ? [] : [{ name, before, after }]
  })
}
