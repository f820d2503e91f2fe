import { useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { users, type User } from '../../users/entities.ts'
import { PersonPicker } from '../../users/index.ts'
import { decideAll, type AccessFolder, type AccessRule, type Decision } from '../access.ts'
import type { Branch } from '../tree.ts'
import { levelLabel } from './level-face.tsx'

export interface SeeAsProps {
  readonly rows: readonly Branch<AccessFolder & { readonly name: string }>[]
  readonly rules: readonly AccessRule[]
  /** The name of whom a setting is for. */
  readonly nameOf: (subject: string) => string
}

const toPerson = ({ id, role, customer_id, contact_type_id }: User) => ({
  id,
  role: role ?? '',
  customer_id: customer_id ?? null,
  contact_type_id: contact_type_id ?? null,
})

/** What a person would see with these settings, those that are not saved included, and why. @useSignals */
export const SeeAs = ({ rows, rules, nameOf }: SeeAsProps) => {
  const { store } = useServices()
  const [chosen, setChosen] = useState<Id | null>(null)
  const person = chosen === null ? undefined : store.of(users).get(chosen)
  const folders = rows.map(({ folder }) => folder)
  const decided = person ? decideAll(toPerson(person), folders, rules) : null
  const named = new Map(folders.map(({ id, name }) => [id, name]))
  const reasonOf = (id: Id, { level, rule }: Decision) => {
    if (!rule)
      return person?.role === 'admin' ? `${levelLabel(level)} · Administrator` : `${levelLabel(level)} · by default`
    return `${levelLabel(level)} · ${rule.from === id ? nameOf(rule.subject) : `from ${named.get(rule.from) ?? 'above'}`}`
  }
  const seen = rows.filter(({ folder }) => decided?.get(folder.id)?.sight !== 'hidden')
  const hidden = rows.filter(({ folder }) => decided?.get(folder.id)?.sight === 'hidden')
  return (
    <aside className={card} aria-label="See as">
      <h2 className={css({ fontWeight: 'section', padding: '3.5', paddingBottom: '0' })}>See as</h2>
      <div className={css({ padding: '3.5' })}>
        <PersonPicker aria-label="Person" value={chosen} onChange={setChosen} placeholder="Choose a person" />
      </div>
      {decided && (
        <div className={css({ padding: '3.5', borderTop: '1px solid {colors.line}', stack: '1' })}>
          <p className={css({ color: 'muted' })} role="status">
            Sees {seen.length} of {rows.length} folders
          </p>
          <ul aria-label="Folders they see">
            {seen.map(({ folder: { id, name }, depth }) => {
              const decision = decided.get(id)
              return (
                <li key={id} className={line} style={{ paddingInlineStart: `${depth}rem` }}>
                  <Icon name="folder" size="sm" />
                  <bdi>{name}</bdi>
                  <span className={css({ textStyle: 'note' })}>
                    {decision && (decision.sight === 'passage' ? 'name only' : reasonOf(id, decision))}
                  </span>
                </li>
              )
            })}
          </ul>
          {hidden.length > 0 && (
            <>
              <p className={css({ color: 'muted', marginTop: '2' })}>Not shown to them</p>
              <ul aria-label="Folders they do not see">
                {hidden.map(({ folder: { id, name }, depth }) => (
                  <li
                    key={id}
                    className={line}
                    style={{ paddingInlineStart: `${depth}rem`, color: 'var(--colors-muted)' }}
                  >
                    <Icon name="eye-off" size="sm" />
                    <bdi>{name}</bdi>
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </aside>
  )
}

const card = css({ layerStyle: 'card' })
const line = css({ stack: '2', gridTemplateColumns: 'auto minmax(0, 1fr) auto', alignItems: 'center', minHeight: '8' })
