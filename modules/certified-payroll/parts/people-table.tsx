import { useMemo, useState } from 'react'
import { useSignals } from '#blocks/query/use-signals.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { EntryClassesDialog } from '../dialogs/entry-classes-dialog.tsx'
import { classText, hoursOf, kindNames, kinds, lastFirst, moneyText, type Form, type FormRow } from '../form.ts'

const hoursText = (row: FormRow) =>
  kinds
    .map((kind) => ({ name: kindNames[kind], hours: hoursOf(row, [kind]) }))
    .flatMap(({ name, hours }) => (hours ? `${formatHours(hours)} ${name}` : []))
    .join(' + ')
const Gross = ({ gross, typed }: FormRow) => (
  <span className={css({ inlineRow: '1.5' })}>
    {typed && <Tag small>Typed</Tag>}
    {moneyText(gross, '—')}
  </span>
)
const atEnd = { align: 'end', phone: 'hidden' } as const
const columns: readonly Column<FormRow>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => <b>{lastFirst(name)}</b>, width: '1.3fr', phone: 'title' },
  { key: 'class', header: 'Class', cell: (row) => classText(row) || '—', width: '1.6fr', phone: 'sub' },
  { key: 'hours', header: 'Hours', cell: hoursText, align: 'end', width: '12rem', phone: 'end' },
  { key: 'rate', header: 'Rate', cell: ({ rate }) => moneyText(rate, '—'), ...atEnd, width: '6rem', wide: true },
  { key: 'gross', header: 'Gross, this job', cell: (row) => <Gross {...row} />, ...atEnd, width: '9rem' },
]
const keyOf = (row: FormRow) => `${row.user_id} ${row.class} ${row.period} ${row.rate}`

/** The lines of a form: who worked how long as what, and what that comes to. */
export const PeopleTable = ({ form, project_id }: { form: Form; project_id: Id }) => {
  const [person, setPerson] = useState<Id | null>(null)
  const items = useSignals(form.rows, keyOf)
  const all = useMemo(() => {
    const cell = ({ user_id, name }: FormRow) => (
      <Button size="sm" variant="ghost" aria-label={`Classes of ${name}`} onClick={() => setPerson(user_id)}>
        Classes
      </Button>
    )
    return [...columns, { key: 'classes', header: 'By entry', cell, ...atEnd, width: '6.5rem' }]
  }, [])
  const dialog = { project_id, week_start: form.week_start, onClose: () => setPerson(null) }
  return (
    <>
      <Table aria-label="People" density="compact" rows={items} columns={all} rowKey={keyOf} />
      {person !== null && <EntryClassesDialog user_id={person} {...dialog} />}
    </>
  )
}
