import { useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { addDays } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { SelectDialog } from '#ui/select-dialog/select-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { projects } from '../../projects/entities.ts'
import { labelFor, usePeople } from '../../users/index.ts'
import { users, type User } from '../../users/entities.ts'
import { timeEntries } from '../entities.ts'
import { linesOf, type Sheet } from './sheet.ts'

/** How many days back "Yesterday" looks for the last day worked. */
const DAYS_BACK = 7

const licenseOf = ({ license }: User) => labelFor(license)
const tracks = ({ active, track_time }: User) => active && track_time

/** Buttons that add lines: one person, the project's crew, or the people of the last day worked. @useSignals */
export const SheetMembers = ({ sheet }: { sheet: Sheet }) => {
  const { api, session, store } = useServices()
  const [choosing, setChoosing] = useState(false)
  const [busy, setBusy] = useState(false)
  const { items } = useQuery(users, { filters: { status: 'active', track_time: true }, ask: false })
  const options = usePeople({ only: tracks, hint: licenseOf })
  const { project_id, date, type } = sheet.head.value
  const project = project_id === null ? undefined : store.of(projects).get(project_id)
  const there = new Set(sheet.rows.value.map(({ user_id }) => user_id))
  const crew = items.value
    .map((item) => item.value)
    .filter(({ id }) => !there.has(id) && project?.project_users.some(({ user_id }) => user_id === id))

  async function copyYesterday() {
    setBusy(true)
    const answer = await api(timeEntries).fetchAll({
      from: addDays(date, -DAYS_BACK),
      to: addDays(date, -1),
      type,
      ...(project_id === null ? { creator_id: session.user.peek()?.id } : { project_id }),
    })
    setBusy(false)
    if (!answer.ok) return void toast.error('The last day could not be loaded.')
    const known = new Set(items.peek().map((item) => item.peek().id))
    const lines = linesOf(answer.data).filter(({ user_id }) => known.has(user_id))
    if (!lines.length) return void toast.error('There is no time in the week before to copy.')
    for (const row of sheet.rows.peek()) if (!row.hours) sheet.remove(row.key)
    sheet.add(lines)
  }

  return (
    <div className={buttons}>
      <Button variant="outline" size="lg" icon="user-plus" onClick={() => setChoosing(true)}>
        Add member
      </Button>
      {crew.length > 0 && (
        <Button
          variant="outline"
          size="lg"
          icon="users"
          onClick={() => sheet.add(crew.map(({ id }) => ({ user_id: id })))}
        >
          Add crew ({crew.length})
        </Button>
      )}
      <Button variant="outline" size="lg" icon="copy" loading={busy} onClick={() => void copyYesterday()}>
        Yesterday
      </Button>
      {sheet.rows.value.length > 1 && (
        <Button variant="outline" size="lg" icon="arrow-down" onClick={sheet.fillDown}>
          Same for all
        </Button>
      )}
      {choosing && (
        <SelectDialog
          open
          title="Add member"
          options={options.value}
          onSelect={(user_id) => {
            sheet.add([{ user_id }])
            setChoosing(false)
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  )
}

const buttons = css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(10rem, 1fr))', gap: '2.5' })
