import { useBusy } from '#blocks/failure/use-busy.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { Page } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Result } from '#core/resource/result.ts'
import { messageOf } from '#core/resource/messages.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { contactTypes } from '../../contact-types/entities.ts'
import { customers } from '../../customers/entities.ts'
import { users } from '../../users/entities.ts'
import { PersonPicker } from '../../users/index.ts'
import { subjectOf, type AccessFolder, type AccessRule, type Level } from '../access.ts'
import { cellsOf, keyOf, roleSubjects, withChanges, type CellChange, type Subject } from '../matrix.ts'
import { flat, treeOf } from '../tree.ts'
import { AccessMatrix } from './access-matrix.tsx'
import { SeeAs } from './see-as.tsx'

export interface AccessPageProps {
  readonly crumbs: ReactNode
  readonly folders: readonly (AccessFolder & { readonly name: string; readonly sort: number })[]
  readonly rules: readonly AccessRule[]
  readonly mayChange: (folder: Id) => boolean
  readonly save: (changes: readonly CellChange[]) => Promise<Result<unknown>>
}

/** The matrix of folders and people, with what a chosen person would see (rule folder-access). @useSignals */
export const AccessPage = ({ crumbs, folders, rules, mayChange, save }: AccessPageProps) => {
  const { store } = useServices()
  const [changes, setChanges] = useState<ReadonlyMap<string, CellChange>>(new Map())
  const [added, setAdded] = useState<readonly Subject[]>([])
  const [adding, setAdding] = useState(false)
  const [busy, during] = useBusy()
  const types = useRecords(useQuery(contactTypes, { ask: false }).items)
  const wanted = [...withChanges(rules, changes)]
  const labelOf = (type: string, id: Id | null): string => {
    if (id === null) return ''
    if (type === 'user') return store.of(users).get(id)?.name ?? `Person ${id}`
    if (type === 'customer') return store.of(customers).get(id)?.name ?? `Customer ${id}`
    return types.find((one) => one.id === id)?.name ?? `Contact type ${id}`
  }
  const typeSubjects = types.map(({ id, name }): Subject => ({
    subject_type: 'contact_type',
    subject_id: id,
    role: null,
    label: name,
  }))
  const others = [
    ...added,
    ...rules.flatMap(({ subject_type, subject_id }): Subject[] =>
      subject_type === 'user' || subject_type === 'customer'
        ? [{ subject_type, subject_id, role: null, label: labelOf(subject_type, subject_id) }]
        : [],
    ),
  ]
  const guests = [...new Map(others.map((one) => [subjectOf(one), one])).values()]
  const groups = [
    { label: 'Roles', subjects: roleSubjects },
    { label: 'Contact types', subjects: typeSubjects },
    { label: 'People and customers', subjects: guests },
  ]
  const subjects = groups.flatMap((group) => group.subjects)
  const rows = useMemo(() => flat(treeOf(folders)), [folders])
  const cells = cellsOf(folders, wanted, subjects)
  const names = new Map(subjects.map((subject) => [subjectOf(subject), subject.label]))

  function set(folder: Id, subject: Subject, level: Level | null) {
    const key = keyOf(folder, subject)
    const stored = rules.find((rule) => keyOf(rule.folder_id, rule) === key)?.level ?? null
    const next = new Map(changes)
    if (stored === level) next.delete(key)
    else next.set(key, { folder, subject, level })
    setChanges(next)
  }
  async function send() {
    const result = await during(save([...changes.values()]))
    if (!result.ok) return void toast.error(messageOf(result) ?? 'Nothing was saved.')
    setChanges(new Map())
    toast.success('Folder access saved.')
  }
  return (
    <Page
      title="Folder access"
      crumbs={crumbs}
      actions={
        <>
          <span className={legend}>
            <Tag tone="primary">View</Tag> set here
            <span>View</span> from the folder above
          </span>
          <Button variant="outline" icon="user-plus" onClick={() => setAdding(true)}>
            Add column
          </Button>
          {changes.size > 0 && (
            <Button variant="outline" onClick={() => setChanges(new Map())}>
              Discard
            </Button>
          )}
          <Button disabled={!changes.size} loading={busy} onClick={() => void send()}>
            {changes.size === 0 ? 'Save' : changes.size === 1 ? 'Save 1 change' : `Save ${changes.size} changes`}
          </Button>
        </>
      }
    >
      <div className={columns}>
        <AccessMatrix rows={rows} groups={groups} cells={cells} mayChange={mayChange} onSet={set} />
        <SeeAs rows={rows} rules={wanted} nameOf={(subject) => names.get(subject) ?? 'a setting'} />
      </div>
      {adding && (
        <AddColumn
          onClose={() => setAdding(false)}
          onAdd={(subject) => setAdded([...added, subject])}
          labelOf={labelOf}
        />
      )}
    </Page>
  )
}

const AddColumn = ({
  onAdd,
  onClose,
  labelOf,
}: {
  onAdd: (subject: Subject) => void
  onClose: () => void
  labelOf: (type: string, id: Id | null) => string
}) => {
  const [person, setPerson] = useState<Id | null>(null)
  const [customer, setCustomer] = useState<Id | null>(null)
  function add() {
    const [subject_type, subject_id] = person === null ? (['customer', customer] as const) : (['user', person] as const)
    if (subject_id !== null) onAdd({ subject_type, subject_id, role: null, label: labelOf(subject_type, subject_id) })
    onClose()
  }
  return (
    <Dialog
      open
      size="sm"
      title="Add column"
      onClose={onClose}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={person === null && customer === null} onClick={add}>
            Add
          </Button>
        </>
      }
    >
      <div className={css({ stack: '3' })}>
        <Field label="Person">
          <PersonPicker value={person} onChange={setPerson} />
        </Field>
        <Field label="Or a customer">
          <RecordPicker entity={customers} value={customer} onChange={setCustomer} />
        </Field>
      </div>
    </Dialog>
  )
}

const columns = css({
  stack: '4',
  alignItems: 'start',
  gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 20rem' },
})
const legend = css({ display: { base: 'none', lg: 'inline-flex' }, alignItems: 'center', gap: '2', textStyle: 'note' })
