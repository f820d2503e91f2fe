import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { LineRows } from '#blocks/entity-form/line-rows.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { timeEntries } from '../../time/entities.ts'
import { users } from '../../users/entities.ts'
import { extraWork } from '../entities.ts'
import { linesOf } from '../guards.ts'

/** The people of a ticket, also taken over from the hours that are entered for its day, which stay where they are. @useSignals */
export const DayHours = ({ project_id, get, ...props }: GroupProps & { project_id: Id }) => {
  const { store } = useServices()
  const day = String(get('date') ?? '')
  const { items } = useQuery(timeEntries, { filters: { project_id, from: day, to: day }, ask: day !== '' })
  const found = useSummary(
    items,
    (all) =>
      linesOf(
        all.flatMap((entry) =>
          entry.hours > 0 ? [{ ...entry, license: store.of(users).peek(entry.user_id)?.license ?? null }] : [],
        ),
      ),
    [],
  )
  const own = Array.isArray(props.value) ? (props.value as readonly { name?: unknown }[]) : []
  const others = found.filter(({ name }) => !own.some((line) => line.name === name))
  return (
    <LineRows {...props} label="People" lines={extraWork.fields.people.facts.lines ?? {}}>
      {others.length > 0 && (
        <Button variant="outline" size="sm" icon="clock" onClick={() => props.onChange([...own, ...others])}>
          From this day’s hours ({others.length})
        </Button>
      )}
    </LineRows>
  )
}
