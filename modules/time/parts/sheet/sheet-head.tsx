import { useMemo } from 'react'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Field } from '#ui/field/field.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { projects, type Project } from '../../../projects/entities.ts'
import { typesFor } from '../../guards.ts'
import type { Sheet } from './sheet.ts'
import { typeLabels } from '../labels.ts'

const active = { status: 'active' }
const isPrevailing = (project: Project | undefined) => project?.overtime_rule === 'prevailing'
const hintOf = (project: Project) =>
  [isPrevailing(project) && 'Prevailing', project.customer_name].filter(Boolean).join(' · ')

/** The inputs that apply to all lines: type, project, date and per diem. @useSignals */
export const SheetHeadInputs = ({ sheet }: { sheet: Sheet }) => {
  const { session, settings, store } = useServices()
  const { type, project_id, date, per_diem } = sheet.head.value
  const rows = sheet.rows.value
  const isPaid = rows.length ? rows.every((row) => row.per_diem) : per_diem
  const error = sheet.projectError.value
  const me = session.user.value?.id
  const own = useMemo(() => ({ user_id: me }), [me])
  const isPublic = project_id !== null && isPrevailing(store.of(projects).get(project_id))
  return (
    <>
      <Segmented
        aria-label="Type"
        full
        value={type}
        onChange={(next) => sheet.setHead({ type: next })}
        options={typesFor(session.user.value).map((value) => ({ value, label: typeLabels[value] }))}
      />
      <div className={row}>
        {type === 'standard' && (
          <Field label="Project" required {...(isPublic && { help: 'Prevailing wage' })} {...(error && { error })}>
            <RecordPicker
              entity={projects}
              filters={active}
              own={own}
              hint={hintOf}
              placeholder="Choose a project"
              value={project_id}
              onChange={(next) => sheet.setHead({ project_id: next })}
              invalid={error !== null}
            />
          </Field>
        )}
        <Field label="Date">
          <DatePicker
            value={date}
            onChange={(next) => next && sheet.setHead({ date: next })}
            weekStart={settings.value.week_start}
          />
        </Field>
      </div>
      <Checkbox value={isPaid} onChange={(next) => sheet.setHead({ per_diem: next })}>
        {rows.length > 1 ? 'Per diem for all' : 'Per diem'}
      </Checkbox>
    </>
  )
}

const row = css({
  stack: '3.5',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'minmax(0, 2fr) minmax(9rem, 1fr)' },
})
