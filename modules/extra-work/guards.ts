import { can, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { formatHours, formatNumber } from '#lib/numbers.ts'
import { mayAttachIn } from '../work-items/guards.ts'

export const SIGNED = 'This ticket is signed. Reopen it to change what was signed for.'

/** Whoever may edit tickets adds photos to them. */
export const mayAttach = mayAttachIn('extra_work', (_: object, user) => can('edit', 'extra_work')(user))

interface Signed {
  readonly signed_at: string | null
  readonly title: string
  readonly description: string | null
  readonly date: string
  readonly people: readonly object[]
  readonly materials: readonly object[]
}

/** What somebody signs for. */
const signedFor = ['title', 'description', 'date', 'people', 'materials'] as const

/** A line as it was typed: its id and its place say nothing about the work, and a price may be added afterwards. */
const typedOf = (value: unknown): string =>
  JSON.stringify(value, (name, own: unknown) =>
    ['id', 'key', 'price'].includes(name) ? undefined : (own ?? undefined),
  )

/** What was signed for cannot be changed, apart from the prices of materials. */
export function lockedErrors(draft: Partial<Signed>, before: Signed | null): FieldErrors {
  if (!before?.signed_at) return {}
  const changed = signedFor.filter(
    (name) => draft[name] !== undefined && typedOf(draft[name]) !== typedOf(before[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, [SIGNED]]))
}

interface Lines {
  readonly people: readonly { readonly hours: number }[]
  readonly materials: readonly {
    readonly description: string
    readonly quantity: number
    readonly unit: string | null
    readonly price?: number | null
  }[]
}

/** The hours of all people, to the hundredth. */
export const hoursOf = ({ people }: Pick<Lines, 'people'>): number =>
  Math.round(people.reduce((sum, { hours }) => sum + hours, 0) * 100) / 100

/** The sentence that is signed: "I confirm this work: Move floor boxes, 8.00 h by 2 people, 60 ft EMT." */
export function statementOf(ticket: Lines & { readonly title: string }): string {
  const { title, people, materials } = ticket
  const parts = [
    title,
    ...(people.length
      ? [`${formatHours(hoursOf(ticket))} h by ${people.length} ${people.length === 1 ? 'person' : 'people'}`]
      : []),
    ...materials.map(({ quantity, unit, description }) =>
      [formatNumber(quantity), unit, description].filter(Boolean).join(' '),
    ),
  ]
  return `I confirm this work: ${parts.join(', ')}.`
}

/** What priced materials and equipment come to, in dollars; null where nothing has a price, or the reader knows none. */
export function amountOf({
  materials,
}: {
  readonly materials: readonly Pick<Lines['materials'][number], 'quantity' | 'price'>[]
}): number | null {
  const priced = materials.flatMap(({ quantity, price }) =>
    typeof price === 'number' ? [Math.round(quantity * price * 100)] : [],
  )
  return priced.length ? priced.reduce((sum, cents) => sum + cents, 0) / 100 : null
}

interface Worked {
  readonly user_name: string
  readonly license?: string | null
  readonly hours: number
  readonly user_id: Id
}

/** Lines of people from the hours they entered for a day: one for each, with all of that day's hours on the job. */
export function linesOf(
  entries: readonly Worked[],
): { name: string; trade: string | null; hours: number; kind: 'regular' }[] {
  const byPerson = Map.groupBy(entries, ({ user_id }) => user_id)
  return [...byPerson.values()].map((own) => ({
    name: own[0]?.user_name ?? '',
    trade: own[0]?.license ?? null,
    hours: hoursOf({ people: own }),
    kind: 'regular',
  }))
}
