import { memo, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { css } from '#css/css'
import type { Items } from '#core/store/records.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { PasswordInput } from '#ui/password-input/password-input.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { drawings, type Drawing } from '../../entities.ts'

const needsPassword = ({ error }: Drawing) => error !== null && /password/i.test(error)

/** The sets that are not published as a whole: how far they are read, and what they wait for. @useSignals */
export const OpenSets = memo(({ items }: { items: ReadonlySignal<Items<Drawing>> }) => {
  const open = useRecords(items).filter(({ state }) => state !== 'published')
  if (!open.length) return null
  return (
    <ul className={css({ stack: '2' })} aria-label="Sets under way">
      {open.map((set) => (
        <li key={set.id} className={row}>
          <OpenSet set={set} />
        </li>
      ))}
    </ul>
  )
})

/** @useSignals */
const OpenSet = ({ set }: { set: Drawing }) => {
  const { api } = useServices()
  const report = useOutcome()
  const [asking, setAsking] = useState(false)
  const { id, project_id, name, state, error, pages, waiting, unpublished } = set
  const { steps } = useSteps(drawings, set)
  const remove = async () => void report(await api(drawings, { project_id }).remove(id), 'Set deleted.')
  const read = (pages ?? 0) - waiting
  return (
    <>
      <Icon name={state === 'failed' ? 'circle-alert' : 'layers'} />
      <div className={css({ flex: '1', minWidth: '0', stack: '1' })}>
        <strong className={css({ truncate: true })}>{name}</strong>
        {state === 'reading' && (
          <>
            <span className={note}>{pages === null ? 'Opening the set…' : `${read} of ${pages} pages read`}</span>
            <Progress value={pages === null ? null : read / pages} aria-label={`Reading ${name}`} />
          </>
        )}
        {state === 'review' && (
          <span className={note}>{unpublished === 1 ? '1 page is' : `${unpublished} pages are`} not published</span>
        )}
        {state === 'failed' && <span className={css({ textStyle: 'small', color: 'attention' })}>{error}</span>}
      </div>
      {state === 'review' && (
        <LinkButton variant="outline" href={`/projects/${project_id}/drawings/sets/${id}`}>
          Check {unpublished} {unpublished === 1 ? 'sheet' : 'sheets'}
        </LinkButton>
      )}
      {state === 'failed' && (
        <>
          <Button
            variant="outline"
            onClick={() =>
              needsPassword(set) ? setAsking(true) : steps.find(({ action }) => action === 'retry')?.take()
            }
          >
            {needsPassword(set) ? 'Enter password' : 'Try again'}
          </Button>
          <Button variant="ghost" onClick={() => void remove()}>
            Delete
          </Button>
        </>
      )}
      {asking && <UnlockDialog set={set} onClose={() => setAsking(false)} />}
    </>
  )
}

const UnlockDialog = ({ set, onClose }: { set: Drawing; onClose: () => void }) => {
  const { api } = useServices()
  const report = useOutcome()
  const [password, setPassword] = useState('')
  async function unlock() {
    if (report(await api.across(drawings).act(set.id, 'unlock', { password }), 'Opening the set.')) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      title={`Password of ${set.name}`}
      footer={
        <Button variant="solid" disabled={!password} onClick={() => void unlock()}>
          Open
        </Button>
      }
    >
      <Field label="Password" help="It is used once and not kept.">
        <PasswordInput value={password} onChange={setPassword} autoComplete="new-password" />
      </Field>
    </Dialog>
  )
}

const row = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: { base: 'wrap', sm: 'nowrap' },
  gap: '3',
  paddingBlock: '3',
  paddingInline: '3.5',
  layerStyle: 'card',
})
const note = css({ textStyle: 'note' })
