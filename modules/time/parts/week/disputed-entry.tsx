import { createContext, useContext } from 'react'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { formatWeekday } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Select } from '#ui/select/select.tsx'
import type { TimeEntry } from '../../entities.ts'

/** The entries of the week that is disputed. */
export const WeekEntries = createContext<readonly TimeEntry[]>([])

/** Which of a week's hours are wrong. */
export const DisputedEntry = ({ value, onChange, ...props }: InputProps) => (
  <Select
    {...props}
    value={typeof value === 'number' ? value : null}
    onChange={onChange}
    options={useContext(WeekEntries).map((entry) => ({ value: entry.id, label: labelOf(entry) }))}
    clearable
  />
)

/** "Thu, Nov 19 · 26-041 · 8.00 h" */
const labelOf = ({ date, project_number, type, hours }: TimeEntry) =>
  [formatWeekday(date), project_number ?? choiceLabel(type), `${formatHours(hours)} h`].join(' · ')
