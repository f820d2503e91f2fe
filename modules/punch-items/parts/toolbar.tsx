import { css } from '#css/css'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import type { Choice, Offer } from './grouping.ts'

const groupings = [
  { value: 'state', label: 'By state' },
  { value: 'assignee', label: 'By person' },
  { value: 'location', label: 'By location' },
] as const

const narrowing = [
  { name: 'assigned', label: 'Everybody' },
  { name: 'trade', label: 'All trades' },
  { name: 'location', label: 'All locations' },
] as const

/** How a project's items are narrowed and grouped. */
export const Toolbar = ({
  offer,
  choice,
  onChange,
}: {
  offer: Offer
  choice: Choice
  onChange: (change: Partial<Choice>) => void
}) => {
  const counted = (view: 'mine' | 'check', label: string) => ({
    value: view,
    label: offer.counts[view] ? `${label} ${offer.counts[view]}` : label,
  })
  return (
    <div className={tools}>
      <Segmented
        aria-label="List or plan"
        value={choice.layout}
        onChange={(layout) => onChange({ layout })}
        options={[
          { value: 'list', label: 'List' },
          { value: 'plan', label: 'Plan' },
        ]}
      />
      <Segmented
        aria-label="Which items"
        value={choice.view}
        onChange={(view) => onChange({ view })}
        options={[{ value: 'all', label: 'All' }, counted('mine', 'Mine'), counted('check', 'To check')]}
      />
      {narrowing.map(({ name, label }) => (
        <span key={name} className={css({ minWidth: '8.5rem', mdDown: { display: 'none' } })}>
          <Select
            aria-label={label}
            placeholder={label}
            clearable
            options={offer[name]}
            value={choice[name] || null}
            onChange={(value) => onChange({ [name]: value ?? '' })}
          />
        </span>
      ))}
      {choice.layout === 'list' && (
        <span className={css({ minWidth: '8rem', mdDown: { display: 'none' } })}>
          <Select
            aria-label="Grouping"
            options={groupings}
            value={choice.group}
            onChange={(group) => onChange({ group: group ?? 'state' })}
          />
        </span>
      )}
    </div>
  )
}

const tools = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' })
