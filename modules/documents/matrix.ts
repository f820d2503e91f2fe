import { choiceLabel } from '#lib/choice-label.ts'
import { roles, type Id } from '#core/access/access.ts'
import {
  defaultLevel,
  levelOfWeight,
  rulesOf,
  subjectOf,
  type AccessFolder,
  type AccessRule,
  type Level,
  type SubjectType,
} from './access.ts'

/** Whom a column of the matrix is about. */
export interface Subject {
  readonly subject_type: SubjectType
  readonly subject_id: Id | null
  readonly role: string | null
  /** Its name, as people read it. */
  readonly label: string
}

/** What stands in a cell: the level, whether it is set there, and otherwise the folder that it comes from. */
export interface Cell {
  readonly level: Level
  readonly own: boolean
  readonly from: Id | null
}

/** One change of a matrix; null for what the folder above says. */
export interface CellChange {
  readonly folder: Id
  readonly subject: Subject
  readonly level: Level | null
}

/** A cell's name: its folder and subject. */
export const keyOf = (folder: Id, subject: Omit<Subject, 'label'>): string => `${folder} ${subjectOf(subject)}`

export const roleSubject = (role: string): Subject => ({
  subject_type: 'role',
  subject_id: null,
  role,
  label: choiceLabel(role),
})
export const roleSubjects: readonly Subject[] = roles.map(roleSubject)

/** The settings with changes that are not saved yet. */
export function withChanges(rules: readonly AccessRule[], changes: ReadonlyMap<string, CellChange>): AccessRule[] {
  const kept = rules.filter((rule) => !changes.has(keyOf(rule.folder_id, rule)))
  const added = [...changes.values()].flatMap(({ folder, subject, level }): AccessRule[] =>
    level === null
      ? []
      : [
          {
            folder_id: folder,
            subject_type: subject.subject_type,
            subject_id: subject.subject_id,
            role: subject.role,
            level,
          },
        ],
  )
  return [...kept, ...added]
}

/** What every cell says: for each folder and subject what is set there or above, or else what holds by default. */
export function cellsOf(
  folders: readonly AccessFolder[],
  rules: readonly AccessRule[],
  subjects: readonly Subject[],
): ReadonlyMap<string, Cell> {
  const applied = rulesOf(folders, rules)
  const cells = new Map<string, Cell>()
  for (const { id } of folders) {
    const here = new Map((applied.get(id) ?? []).map((rule) => [rule.subject, rule]))
    for (const subject of subjects) {
      const rule = here.get(subjectOf(subject))
      const byDefault = defaultLevel({ id: 0, role: subject.role ?? '', customer_id: null, contact_type_id: null })
      const isRole = subject.subject_type === 'role'
      cells.set(keyOf(id, subject), {
        level: rule ? levelOfWeight(rule.weight) : isRole ? byDefault : 'none',
        own: rule?.from === id,
        from: rule?.from ?? null,
      })
    }
  }
  return cells
}
