import { useEffect, useRef, useState, type RefObject } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useAutosave } from '#blocks/autosave/use-autosave.ts'
import type { Autosave } from '#blocks/autosave/autosave.ts'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { FieldInput } from '#blocks/entity-form/field-input.tsx'
import { isRequired, missingIn } from '#blocks/entity-form/required.ts'
import { useServices } from '#blocks/services/services.tsx'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { Steps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import { labelOf, type Field as Described } from '#core/entity/field.ts'
import { fieldsOf } from '#core/entity/variants.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { Files } from '../../attachments/index.ts'
import { logEntries, type EntryType, type LogEntry } from '../entities.ts'
import { entryFields, entryNames } from '../entry-types.ts'
import { contact } from '../guards.ts'
import { glanceOf, layouts } from '../layouts.ts'

/** An entry: its content at a glance; pressed, its fields in place, each saved while it is typed. @useSignals */
export const EntryLine = ({
  item,
  mayEdit,
  mayApprove,
  open,
  onToggle,
}: {
  item: ReadonlySignal<LogEntry>
  mayEdit: boolean
  mayApprove: boolean
  open: boolean
  onToggle: () => void
}) => {
  const entry = item.value
  const { title, detail, end } = glanceOf(entry)
  const { writes } = useServices()
  const face = (
    <>
      <span className={css({ minWidth: '0', flex: '1 1 8rem', textAlign: 'start' })}>
        <b className={css({ display: 'block', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' })}>{title}</b>
        {detail && <span className={css({ textStyle: 'note' })}>{detail}</span>}
      </span>
      {end && <span className={css({ fontWeight: 'strong', whiteSpace: 'nowrap' })}>{end}</span>}
      {entry.status === 'pending' && <StateTag entity={logEntries} record={entry} />}
      {writes.isWaiting(logEntries, entry.id) && <Icon name="cloud-off" size="sm" label="Sending when online" />}
    </>
  )
  return (
    <>
      <div className={line}>
        {mayEdit ? (
          <button type="button" className={press} aria-expanded={open} onClick={onToggle}>
            {face}
            <Icon name={open ? 'chevron-up' : 'chevron-down'} size="sm" />
          </button>
        ) : (
          <div className={press}>{face}</div>
        )}
        {mayApprove && entry.status === 'pending' && <Steps compact entity={logEntries} record={entry} />}
      </div>
      {!mayEdit && (
        <div className={css({ paddingInline: '4.5' })}>
          <Files on={{ type: logEntries.table, id: entry.id }} mayAdd={false} mayEdit={() => false} />
        </div>
      )}
    </>
  )
}

/** What saves an open line and closes it, unless something cannot be saved. */
type Closer = RefObject<(() => Promise<void>) | null>

/** The fields of an entry, new or not, each saved by itself. @useSignals */
export const EntryFields = ({
  type,
  entry,
  closer,
  onCreated,
  onClose,
}: {
  type: EntryType
  entry?: LogEntry
  /** Receives it, for the head of the line. */
  closer: Closer
  onCreated?: (entry: LogEntry) => void
  onClose: () => void
}) => {
  const user = useServices().session.user.value
  /** Outside contacts report their own company. */
  const isOwnCompany = type === 'manpower' && contact(user)
  const fields = fieldsOf(logEntries, type)
  const autosave = useAutosave(logEntries, {
    id: entry?.id,
    initial: { type, ...(isOwnCompany && { contact_id: user?.id }) },
    missing: (values) => missingIn(fields, values, Object.keys(entryFields[type])),
    ...(onCreated && { onCreated }),
  })
  const [removing, setRemoving] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isNew = entry === undefined
  useEffect(() => {
    if (isNew) box.current?.querySelector<HTMLElement>('input, textarea, button')?.focus()
  }, [isNew])
  const shown = layouts[type].fields.filter((name) => !(isOwnCompany && name === 'company'))
  async function close() {
    if (await autosave.finish()) return onClose()
    box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }
  useEffect(() => {
    closer.current = close
    return () => {
      closer.current = null
    }
  })
  return (
    <div role="group" aria-label={entryNames[type]}>
      <div ref={box} className={form} onBlur={() => void autosave.flush()}>
        {shown.map((name) => {
          const field = fields[name]
          return (
            field && (
              <LineField
                key={name}
                name={name}
                field={field}
                isTime={layouts[type].times?.includes(name) ?? false}
                autosave={autosave}
              />
            )
          )
        })}
        <div className={css({ gridColumn: '1 / -1', display: 'flex', alignItems: 'end', gap: '2' })}>
          <span className={css({ flex: '1' })}>
            {entry && <Files on={{ type: logEntries.table, id: entry.id }} mayAdd mayEdit={() => true} />}
          </span>
          <IconButton
            icon="trash-2"
            aria-label="Delete"
            onClick={() => (entry ? setRemoving(true) : onClose())}
            variant="outline"
          />
          <Button variant="outline" onClick={() => void close()}>
            Done
          </Button>
        </div>
        {entry && removing && <DeleteRecord entity={logEntries} record={entry} onClose={() => setRemoving(false)} />}
      </div>
    </div>
  )
}

const wide = ['long_text']
const asText = (value: unknown) => (typeof value === 'string' ? value : '')

/** One input of an entry. @useSignals */
const LineField = ({
  name,
  field,
  isTime,
  autosave,
}: {
  name: string
  field: Described<unknown>
  isTime: boolean
  autosave: Autosave
}) => {
  const label = labelOf(name, field)
  const error = autosave.error(name)
  const props = {
    name,
    value: autosave.get(name),
    onChange: (value: unknown) => autosave.set(name, value),
    invalid: error !== undefined,
    disabled: false,
  }
  return (
    <div
      className={css({ minWidth: '0', '&[data-wide]': { gridColumn: '1 / -1' } })}
      data-wide={wide.includes(field.kind) || undefined}
    >
      <Field label={label} required={isRequired(field, autosave.get)} {...(error && { error })}>
        {isTime ? (
          <TextInput
            {...props}
            type="time"
            value={asText(props.value)}
            onChange={(text) => props.onChange(text || null)}
          />
        ) : (
          <FieldInput {...props} field={field} label={label} />
        )}
      </Field>
    </div>
  )
}

const line = css({ row: '2', paddingInlineEnd: { base: '3.5', sm: '4.5' }, borderTop: '1px solid {colors.line}' })
const press = css({
  wrap: '3',
  flex: '1',
  minWidth: '0',
  minHeight: 'row',
  paddingInlineStart: { base: '3.5', sm: '4.5' },
  paddingBlock: '2',
})
const form = css({
  stack: '3',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(9rem, 100%), 1fr))',
  alignItems: 'start',
  padding: { base: '3.5', sm: '4.5' },
  background: 'paper',
  borderTop: '1px solid {colors.line}',
})
