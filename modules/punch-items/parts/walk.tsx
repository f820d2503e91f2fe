import { takePhoto } from '../../attachments/index.ts'
import { useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useLocation } from 'wouter'
import { Restored } from '#blocks/drafts/restored.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { guest } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { defaultPunchItems } from '../../default-punch-items/entities.ts'
import type { Items } from '#core/store/records.ts'
import type { Project } from '../../projects/entities.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { Chips } from './chips.tsx'
import { suggestionsFor } from './suggestions.ts'
import { useWalk } from './use-walk.ts'
import { WalkFields } from './walk-fields.tsx'
import { WalkPhoto } from './walk-photo.tsx'

/** One item after another: its picture, its title, and what stays as on the item before. @useSignals */
export const Walk = ({ project }: { project: Project }) => {
  const { writes } = useServices()
  const [, navigate] = useLocation()
  const { state, kept, change, addPhoto, save, isSaving } = useWalk(project.id)
  const [missing, setMissing] = useState(false)
  const { photos, title, sticky, saved } = state.value
  const known = useQuery(punchItems, { params: { project_id: project.id } }).items
  const waiting = saved.filter((id) => writes.isWaiting(punchItems, writes.idOf(id))).length
  const isEmpty = !photos.length && !title.trim()

  async function end(): Promise<boolean> {
    if (isEmpty) return true
    if (!title.trim()) {
      setMissing(true)
      return false
    }
    setMissing(false)
    return save()
  }
  async function finish() {
    if (!(await end())) return
    kept.end()
    navigate(`/projects/${project.id}/punch_items`)
  }
  function next() {
    if (!title.trim()) return setMissing(true)
    if (isSaving) return undefined
    // The camera has to be opened by the press itself; the item is saved meanwhile, before its picture arrives.
    const saving = end()
    takePhoto((file) => void saving.then(() => addPhoto(file)))
  }

  return (
    <div className={css({ column: '4', maxWidth: '40rem' })}>
      <Restored draft={kept} />
      <h2 className={css({ textStyle: 'section' })}>Item {saved.length + 1}</h2>
      <WalkPhoto
        photos={photos}
        onTake={() => takePhoto((file) => void addPhoto(file))}
        onRetake={() => takePhoto((file) => void addPhoto(file, { instead: true }))}
      />
      <Field label="Title" required {...(missing && !title.trim() && { error: 'Title is required' })}>
        <TextInput value={title} onChange={(next) => change({ title: next })} />
      </Field>
      <Titles known={known} title={title} onChoose={(text) => change({ title: text })} />
      <WalkFields
        known={known}
        sticky={sticky}
        onChange={(part) => change({ sticky: { ...state.peek().sticky, ...part } })}
      />
      {saved.length > 0 && (
        <p role="status" className={css({ row: '2', color: 'muted' })}>
          {waiting > 0 && <Icon name="cloud-off" size="sm" />}
          {saved.length} saved on this walk{waiting > 0 && `, ${waiting} sending when online`}
        </p>
      )}
      <div className={foot}>
        <Button variant="outline" className={css({ minHeight: '12' })} loading={isSaving} onClick={() => void finish()}>
          Done
        </Button>
        <Button icon="camera" className={css({ minHeight: '12', flexGrow: '1' })} loading={isSaving} onClick={next}>
          Save, next photo
        </Button>
      </div>
    </div>
  )
}

/** Titles of the project's items and of the defaults that hold what was typed. @useSignals */
const Titles = ({
  known,
  title,
  onChoose,
}: {
  known: ReadonlySignal<Items<PunchItem>>
  title: string
  onChoose: (title: string) => void
}) => {
  const { session } = useServices()
  const { items: defaults } = useQuery(defaultPunchItems, { ask: !guest(session.user.value) })
  const usual = useSummary(defaults, (all) => all.flatMap((one) => (one.active ? [one.title] : [])), [])
  const offered = useSummary(
    known,
    (all) => {
      const latest = all.toSorted((a, b) => (a.created_at < b.created_at ? 1 : -1))
      return suggestionsFor(title, [...latest.map((item) => item.title), ...usual])
    },
    [title, usual],
  )
  return (
    <Chips
      aria-label="Titles"
      chips={offered.map((text) => ({ key: text, label: text, onChoose: () => onChoose(text) }))}
    />
  )
}

const foot = css({
  position: 'sticky',
  // Above the bottom bar of phones.
  bottom: { base: '{sizes.bar.tabs}', md: '0' },
  zIndex: 'sticky',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2.5',
  marginInline: { base: '-3.5', md: '0' },
  marginBottom: { base: '-6', md: '0' },
  paddingInline: { base: '3.5', md: '0' },
  paddingBlock: '3',
  background: { base: 'card', md: 'paper' },
  borderTop: { base: '1px solid {colors.line}', md: '0' },
})
