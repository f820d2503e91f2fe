import { useState, type ReactNode } from 'react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { ParentScope, useResource } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { attachments, type Attachment } from '../entities.ts'
import type { On } from './use-attachments.ts'

interface OneFileProps {
  on: On
  /** What the file is, as in "Upload logo" and "No logo yet." */
  noun: string
  /** Which files are taken, for people and for the file picker. */
  hint: string
  accept: readonly string[]
  /** What is wrong with a chosen file, before any of it is sent; the server decides. */
  check?: (file: File) => string | null
  mayEdit: boolean
  children: (file: Attachment) => ReactNode
}

/** The file of a record that has one, such as a logo: it can be uploaded, replaced and removed. */
export const OneFile = (props: OneFileProps) => (
  <ParentScope attachable_type={props.on.type} attachable_id={props.on.id}>
    <File {...props} />
  </ParentScope>
)

/** @useSignals */
const File = ({ noun, hint, accept, check, mayEdit, children }: OneFileProps) => {
  const resource = useResource(attachments)
  const { items, state, failure, ask } = useQuery(attachments)
  const picker = usePicker({ accept: accept.join(',') }, ([chosen]) => chosen && void take(chosen))
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [removing, setRemoving] = useState<Attachment | null>(null)
  const file = useRecords(items).at(-1)

  async function take(chosen: globalThis.File) {
    const known = check?.(chosen) ?? null
    setProblem(known)
    if (known) return
    setBusy(true)
    const result = await resource.upload({ files: { file: chosen } })
    // The server has removed the one that was replaced.
    if (result.ok) await ask()
    setBusy(false)
    if (result.ok) return
    const said = result.errors.file?.[0]
    if (said) setProblem(said)
    else toastFailure(result)
  }

  if (state.value === 'never') return <NotLoaded failure={failure.value} retry={ask} />
  return (
    <div className={css({ stack: '2.5', justifyItems: 'start', minWidth: '0' })}>
      {file ? children(file) : <p className={quiet}>No {noun} yet.</p>}
      {problem && (
        <p role="alert" className={css({ color: 'attention', fontWeight: 'strong' })}>
          {problem}
        </p>
      )}
      {mayEdit && (
        <>
          <p className={quiet}>{hint}</p>
          <div className={css({ flow: '2.5' })}>
            <Button variant="outline" icon="upload" loading={busy} onClick={picker.open}>
              {file ? `Replace ${noun}` : `Upload ${noun}`}
            </Button>
            {file && (
              <Button variant="ghost" icon="trash-2" onClick={() => setRemoving(file)}>
                Remove {noun}
              </Button>
            )}
          </div>
          {picker.input}
        </>
      )}
      {removing && (
        <DeleteRecord
          entity={attachments}
          record={removing}
          message={`Remove this ${noun}?`}
          onClose={() => setRemoving(null)}
        />
      )}
    </div>
  )
}

const quiet = css({ textStyle: 'note' })
