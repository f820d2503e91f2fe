import type { CurrentUser, Id } from '#core/access/access.ts'

/** What someone may do in a folder, each including the ones before it. */
export const levels = ['none', 'upload', 'view', 'edit'] as const
export type Level = (typeof levels)[number]

/** The subject of an access setting: a team role, a contact type, a user, or a customer with all its users. */
export const subjectTypes = ['role', 'contact_type', 'user', 'customer'] as const
export type SubjectType = (typeof subjectTypes)[number]

/** A setting on a folder, as far as it decides; roles are named by `role`, all others by `subject_id`. */
export interface AccessRule {
  readonly folder_id: Id
  readonly subject_type: SubjectType
  readonly subject_id: Id | null
  readonly role: string | null
  readonly level: Level
}
/** A folder, as far as access depends on it. */
export interface AccessFolder {
  readonly id: Id
  readonly parent_id: Id | null
  readonly inherits_access: boolean
}
/** A person, as far as access depends on them. */
export type Person = Pick<CurrentUser, 'id' | 'role' | 'customer_id' | 'contact_type_id'>

/** Of settings on one folder, which decide before which. */
const rank: Record<SubjectType, number> = { user: 0, customer: 1, contact_type: 1, role: 2 }

/** The levels that let people read every document of a folder, and those that let them see it at all. */
export const reading: readonly Level[] = ['view', 'edit']
export const seeing: readonly Level[] = ['upload', 'view', 'edit']

/** A level's digit in a weight: of equals the highest level decides, which has the least. */
export const digitOf = (level: Level): number => levels.length - 1 - levels.indexOf(level)
export const levelOfWeight = (weight: number): Level => levels[levels.length - 1 - (weight % 10)] ?? 'none'

/** How early a setting decides: the nearest folder, then the most personal, then the highest level. */
const weightOf = (distance: number, type: SubjectType, level: Level): number =>
  distance * 100 + rank[type] * 10 + digitOf(level)

/** The subject of an access setting as text: `role:foreman`, `user:4`. */
export const subjectOf = ({ subject_type, subject_id, role }: Omit<AccessRule, 'folder_id' | 'level'>): string =>
  `${subject_type}:${subject_type === 'role' ? role : subject_id}`

/** The free text that is a guest's role is no team role. */
const roleOf = ({ role, customer_id, contact_type_id }: Person): string | null =>
  customer_id === null && contact_type_id === null ? role : null

/** What settings may name a person by. */
export function subjectsOf(person: Person): string[] {
  const { id, customer_id, contact_type_id } = person
  const role = roleOf(person)
  return [
    `user:${id}`,
    ...(role === null ? [] : [`role:${role}`]),
    ...(customer_id === null ? [] : [`customer:${customer_id}`]),
    ...(contact_type_id === null ? [] : [`contact_type:${contact_type_id}`]),
  ]
}

/** Administrators may do everything in every folder; nothing narrows that. */
export const isUnlimited = (person: Person): boolean => roleOf(person) === 'admin'

/** What someone may do where nothing is set. */
export function defaultLevel(person: Person): Level {
  switch (roleOf(person)) {
    case 'admin':
    case 'project_manager':
    case 'office_staff':
      return 'edit'
    case 'foreman':
      return 'upload'
    case 'employee':
      return 'view'
    default:
      return 'none'
  }
}

/** An access setting that applies in a folder: its subject, its weight, and the folder it is set on. */
export interface AppliedRule {
  readonly subject: string
  readonly weight: number
  readonly from: Id
}

/**
 * The settings that apply in each folder: its own, and those of the folders above it up to one that inherits nothing;
 * of each subject only the nearest, since no other can decide.
 */
export function rulesOf(
  folders: readonly AccessFolder[],
  rules: readonly AccessRule[],
): ReadonlyMap<Id, readonly AppliedRule[]> {
  const known = new Map(folders.map((folder) => [folder.id, folder]))
  const own = Map.groupBy(rules, ({ folder_id }) => folder_id)
  const applied = new Map<Id, readonly AppliedRule[]>()
  const open = new Set<Id>()
  function appliedIn(folder: AccessFolder): readonly AppliedRule[] {
    const found = applied.get(folder.id)
    if (found) return found
    const bySubject = new Map<string, AppliedRule>()
    for (const rule of own.get(folder.id) ?? []) {
      const subject = subjectOf(rule)
      const weight = weightOf(0, rule.subject_type, rule.level)
      if (weight < (bySubject.get(subject)?.weight ?? Infinity))
        bySubject.set(subject, { subject, weight, from: folder.id })
    }
    const parent = folder.inherits_access && folder.parent_id !== null ? known.get(folder.parent_id) : undefined
    open.add(folder.id)
    if (parent && !open.has(parent.id))
      for (const rule of appliedIn(parent))
        if (!bySubject.has(rule.subject)) bySubject.set(rule.subject, { ...rule, weight: rule.weight + 100 })
    open.delete(folder.id)
    const all = [...bySubject.values()]
    applied.set(folder.id, all)
    return all
  }
  for (const folder of folders) appliedIn(folder)
  return applied
}

/** What a person may do in a folder, and the setting that says so; none where the default holds. */
export interface Decision {
  readonly level: Level
  readonly rule: AppliedRule | null
}

/**
 * Decides what a person may do in a folder (rule folder-access), given the settings that apply there. The database
 * decides by the same weights.
 */
export function decide(person: Person, applied: readonly AppliedRule[] = []): Decision {
  if (isUnlimited(person)) return { level: 'edit', rule: null }
  const subjects = subjectsOf(person)
  let first: AppliedRule | null = null
  for (const rule of applied)
    if (subjects.includes(rule.subject) && (first === null || rule.weight < first.weight)) first = rule
  return { level: first ? levelOfWeight(first.weight) : defaultLevel(person), rule: first }
}

/** How a folder is shown to a person: with its documents, by its name alone as a way to another, or not at all. */
export type Sight = 'seen' | 'passage' | 'hidden'

/** What a person may do in every folder, and which of them they see. */
export function decideAll(
  person: Person,
  folders: readonly AccessFolder[],
  rules: readonly AccessRule[],
): ReadonlyMap<Id, Decision & { readonly sight: Sight }> {
  const applied = rulesOf(folders, rules)
  const known = new Map(folders.map((folder) => [folder.id, folder]))
  const decided = new Map(folders.map(({ id }) => [id, decide(person, applied.get(id))]))
  const passages = new Set<Id>()
  for (const { id, parent_id } of folders) {
    if (decided.get(id)?.level === 'none') continue
    for (let at = parent_id; at !== null && !passages.has(at); at = known.get(at)?.parent_id ?? null) passages.add(at)
  }
  return new Map(
    [...decided].map(([id, decision]) => [
      id,
      { ...decision, sight: decision.level !== 'none' ? 'seen' : passages.has(id) ? 'passage' : 'hidden' },
    ]),
  )
}
