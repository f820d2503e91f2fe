import { css } from '#css/css'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import type { PunchItem } from '../entities.ts'
import { isInView, NOBODY, type Choice, type Viewer } from './grouping.ts'

const groupings = [
  { value: 'state', label: 'By state' },
  { value: 'assignee', label: 'By person' },
  { value: 'location', label: 'By location' },
] as const

const named = (values: readonly (string | null)[]) =>
  [...new Set(values.flatMap((value) => value ?? []))].toSorted().map((value) => ({ value, label: value }))

/** How a project's items are narrowed and grouped. */
export const Toolbar = ({
  items,
  choice,
  onChange,
  viewer,
}: {
  items: readonly PunchItem[]
  choice: Choice
  onChange: (change: Partial<Choice>) => void
  viewer: Viewer
}) => {
  const people = new Map(items.map(({ assigned_id, assigned_name }) => [assigned_id, assigned_name]))
  const counted = (view: Choice['view'], label: string) => {
    const count = items.filter((item) => isInView(item, view, viewer)).length
    return { value: view, label: count ? `${label} ${count}` : label }
  }
  const narrowing = [
    {
      name: 'assigned' as const,
      label: 'Everybody',
      options: [...people]
        .map(([id, name]) => ({ value: String(id ?? NOBODY), label: name ?? 'Nobody yet' }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    },
    { name: 'trade' as const, label: 'All trades', options: named(items.map(({ trade }) => trade)) },
    { name: 'location' as const, label: 'All locations', options: named(items.map(({ location }) => location)) },
  ]
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
      {narrowing.map(({ name, label, options }) => (
        <span key={name} className={css({ minWidth: '8.5rem', mdDown: { display: 'none' } })}>
          <Select
            aria-label={label}
            placeholder={label}
            clearable
            options={options}
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
