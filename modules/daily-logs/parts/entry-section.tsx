import { useRef, useState, type ReactNode } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { IconButton } from '#ui/button/button.tsx'
import { logEntries, type EntryType, type LogEntry } from '../entities.ts'
import { entryNames } from '../entry-types.ts'
import { contact } from '../guards.ts'
import { Copy } from './copy.tsx'
import { EntryFields, EntryLine } from './entry-line.tsx'
import { layouts } from '../layouts.ts'
import { Section } from './section.tsx'
import { useEntries, type Day } from './use-day.ts'

/** The entries of one type. A + adds an empty line in place, which is saved as soon as it has what it needs. @useSignals */
export const EntrySection = ({
  day,
  type,
  note,
  children,
}: {
  day: Day
  type: EntryType
  note?: ReactNode
  /** What the section shows above its lines. */
  children?: ReactNode
}) => {
  const { session, store, writes } = useServices()
  const user = session.user.value
  const lines = day.lines.value.filter((line) => line.type === type)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const ids = useEntries(day)(type)
  const { icon, add } = layouts[type]
  const isOutside = contact(user)
  const mayAdd = day.mayAdd(type)
  const mayEdit = (entry: LogEntry) =>
    day.isOpen && (isOutside ? entry.user_id === user?.id && entry.status === 'pending' : day.mayEdit)

  const change = (key: string, part: { id?: Id; gone?: true }) => {
    day.lines.value = day.lines.value.map((line) => (line.key === key ? { ...line, ...part } : line))
  }
  /** A line keeps its key when its entry is saved, so that typing goes on in the same input. */
  const keyOf = (id: Id) =>
    lines.find((line) => line.id !== undefined && writes.idOf(line.id) === id)?.key ?? String(id)
  const toggle = (key: string, isShown: boolean) => {
    const next = new Set(open)
    if (isShown) next.add(key)
    else next.delete(key)
    setOpen(next)
  }
  const rows: { key: string; item?: ReadonlySignal<LogEntry> }[] = [
    ...ids.flatMap((id) => {
      const item = store.of(logEntries).item(id)
      return item ? [{ key: keyOf(id), item }] : []
    }),
    ...lines.filter(({ id, gone }) => id === undefined && !gone).map(({ key }) => ({ key })),
  ]
  if (!mayAdd && !rows.length && !children) return null
  return (
    <Section
      id={type}
      icon={icon}
      title={entryNames[type]}
      note={note}
      actions={
        mayAdd && (
          <>
            <Copy day={day} type={type} />
            <IconButton icon="plus" aria-label={add} className={soft} onClick={() => day.add(type)} />
          </>
        )
      }
    >
      {children}
      <ul aria-label={entryNames[type]}>
        {rows.map(({ key, item }) => (
          <Line
            key={key}
            type={type}
            item={item}
            mayEdit={mayEdit}
            mayApprove={day.isOpen && day.mayEdit}
            open={open.has(key)}
            onOpen={() => toggle(key, true)}
            onCreated={({ id }) => {
              change(key, { id })
              toggle(key, true)
            }}
            onClose={() => {
              toggle(key, false)
              if (!item) change(key, { gone: true })
            }}
          />
        ))}
      </ul>
    </Section>
  )
}

/** An entry with its fields while it is open, or a new line. @useSignals */
const Line = ({
  type,
  item,
  mayEdit,
  mayApprove,
  open,
  onOpen,
  onCreated,
  onClose,
}: {
  type: EntryType
  item: ReadonlySignal<LogEntry> | undefined
  mayEdit: (entry: LogEntry) => boolean
  mayApprove: boolean
  open: boolean
  onOpen: () => void
  onCreated: (entry: LogEntry) => void
  onClose: () => void
}) => {
  const closer = useRef<(() => Promise<void>) | null>(null)
  const isOpen = !item || (open && mayEdit(item.value))
  return (
    <li>
      {item && (
        <EntryLine
          item={item}
          mayEdit={mayEdit(item.value)}
          mayApprove={mayApprove}
          open={open}
          onToggle={() => (open && closer.current ? void closer.current() : onOpen())}
        />
      )}
      {isOpen && (
        <EntryFields
          key="fields"
          type={type}
          {...(item && { entry: item.value })}
          closer={closer}
          onCreated={onCreated}
          onClose={onClose}
        />
      )}
    </li>
  )
}

const soft = css({ background: 'primary.soft', color: 'primary' })
