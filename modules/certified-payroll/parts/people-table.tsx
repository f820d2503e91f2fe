import { useMemo, useState } from 'react'
import { useSignals } from '#blocks/query/use-signals.ts'
import { css } from '#css/css'
import { formatHours } from '#lib/numbers.ts'
import { Button } from '#ui/button/button.tsx'
import type { Column } from '#ui/table/column.ts'
import { Table } from '#ui/table/table.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { EntryClassesDialog } from '../dialogs/entry-classes-dialog.tsx'
import { classText, hoursOf, kindNames, kinds, lastFirst, moneyText, type Form, type FormRow } from '../form.ts'

interface Line extends FormRow {
  key: string
}
const hoursText = (row: FormRow) =>
  kinds
    .flatMap((kind) => {
      const hours = hoursOf(row, [kind])
      return hours ? [`${formatHours(hours)} ${kindNames[kind]}`] : []
    })
    .join(' + ')
const money = (value: number | null) => (value === null ? '—' : moneyText(value))

/** The lines of a form: who worked how long as what, and what that comes to. */
export const PeopleTable = ({ form, project_id }: { form: Form; project_id: number }) => {
  const [person, setPerson] = useState<number | null>(null)
  const lines = useMemo(
    () => form.rows.map((row): Line => ({ ...row, key: `${row.user_id} ${row.class} ${row.period} ${row.rate}` })),
    [form.rows],
  )
  const items = useSignals(lines, keyOf)
  const columns = useMemo(
    (): Column<Line>[] => [
      { key: 'name', header: 'Name', cell: ({ name }) => <b>{lastFirst(name)}</b>, width: '1.3fr', phone: 'title' },
      { key: 'class', header: 'Class', cell: (row) => classText(row) || '—', width: '1.6fr', phone: 'sub' },
      { key: 'hours', header: 'Hours', cell: hoursText, align: 'end', width: '12rem', phone: 'end' },
      {
        key: 'rate',
        header: 'Rate',
        cell: ({ rate }) => money(rate),
        align: 'end',
        width: '6rem',
        wide: true,
        phone: 'hidden',
      },
      {
        key: 'gross',
        header: 'Gross, this job',
        cell: ({ gross, typed }) => (
          <span className={css({ display: 'inline-flex', gap: '1.5', alignItems: 'center' })}>
            {typed && <Tag small>Typed</Tag>}
            {money(gross)}
          </span>
        ),
        align: 'end',
        width: '9rem',
        phone: 'hidden',
      },
      {
        key: 'classes',
        header: 'By entry',
        cell: ({ user_id, name }) => (
          <Button size="sm" variant="ghost" aria-label={`Classes of ${name}`} onClick={() => setPerson(user_id)}>
            Classes
          </Button>
        ),
        align: 'end',
        width: '6.5rem',
        phone: 'hidden',
      },
    ],
    [],
  )
  return (
    <>
      <Table aria-label="People" density="compact" rows={items} columns={columns} rowKey={keyOf} />
      {person !== null && (
        <EntryClassesDialog
          user_id={person}
          week={form.week_start}
          project_id={project_id}
          onClose={() => setPerson(null)}
        />
      )}
    </>
  )
}

const keyOf = ({ key }: Line) => key
