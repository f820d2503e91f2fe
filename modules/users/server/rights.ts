import { choiceLabel } from '#lib/choice-label.ts'
import type { User } from '../entities.ts'

const words = {
  role: ({ role }: User) => choiceLabel(role),
  license: ({ license }: User) => choiceLabel(license),
} as const
const flags = {
  active: ['activated', 'deactivated'],
  has_access: ['access given', 'access taken'],
} as const

/** What of somebody's rights a save changed, in words; null for nothing (rule security-events). History has it in full. */
export function rightsChanged(person: User, before: User | null): { event: string; detail: string } | null {
  if (!before) return person.has_access ? { event: 'account made', detail: words.role(person) } : null
  const named = (['role', 'license'] as const).flatMap((name) => {
    const [old, now] = [words[name](before), words[name](person)]
    return old === now ? [] : `${name} ${old} → ${now}`
  })
  const switched = (['active', 'has_access'] as const).flatMap((name) =>
    before[name] === person[name] ? [] : flags[name][person[name] ? 0 : 1],
  )
  const overrides = JSON.stringify(before.permission_overrides) !== JSON.stringify(person.permission_overrides)
  const moved = before.customer_id !== person.customer_id || before.contact_type_id !== person.contact_type_id
  const changed = [...named, ...switched, ...(overrides ? ['permissions'] : []), ...(moved ? ['company'] : [])]
  return changed.length ? { event: 'rights changed', detail: changed.join(', ') } : null
}
