import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useResource } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { addDays, formatWeekday } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { Select } from '#ui/select/select.tsx'
import { timeEntries } from '../../time/entities.ts'
import { entryClasses, tradeClasses } from '../entities.ts'
import type { Place } from '../week.ts'

interface EntryClassesProps extends Place {
  user_id: Id
  onClose: () => void
}

/** What a person worked as, entry by entry of a week, where it is another class than on the job. @useSignals */
export const EntryClassesDialog = ({ user_id, project_id, week_start, onClose }: EntryClassesProps) => {
  const resource = useResource(entryClasses)
  const where = { user_id, project_id, from: week_start, to: addDays(week_start, 6) }
  const entries = useRecords(useQuery(timeEntries, { filters: where }).items)
  const ids = entries.map(({ id }) => id)
  const own = useQuery(entryClasses, { filters: { time_entry_id: ids }, ask: ids.length > 0 })
  const overrides = new Map(useRecords(own.items).map((one) => [one.time_entry_id, one]))
  const options = useRecords(useQuery(tradeClasses).items).flatMap(({ id, name, class_periods }) => [
    { value: `${id}`, label: `${name}, journeyworker` },
    ...class_periods.map(({ period }) => ({ value: `${id} ${period}`, label: `${name}, apprentice period ${period}` })),
  ])
  async function choose(time_entry_id: Id, value: string | null) {
    const before = overrides.get(time_entry_id)
    const [trade_class_id, period = null] = value?.split(' ').map(Number) ?? []
    const answer =
      trade_class_id === undefined
        ? before && (await resource.remove(before.id))
        : await resource.save({ ...(before ? { id: before.id } : { time_entry_id }), trade_class_id, period })
    if (answer && !answer.ok) toastFailure(answer)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Classes of ${entries[0]?.user_name ?? ''}`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className={css({ stack: '3' })}>
        {entries.map(({ id, date, hours, cost_code_name }) => {
          const held = overrides.get(id)
          return (
            <Field key={id} label={`${formatWeekday(date)}, ${formatHours(hours)} h ${cost_code_name ?? ''}`}>
              <Select
                name={`class-${id}`}
                options={options}
                placeholder="As on the job"
                clearable
                value={held ? [held.trade_class_id, held.period].filter(Boolean).join(' ') : null}
                onChange={(value) => void choose(id, value)}
              />
            </Field>
          )
        })}
      </div>
    </Dialog>
  )
}
