import { useState } from 'react'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { resizeImage } from '#lib/resize-image.ts'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { usePicker } from '#ui/file-drop/use-picker.tsx'
import { SkeletonRows } from '#ui/skeleton/skeleton.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { Project } from '../../projects/entities.ts'
import { handovers, MOST_LOGO, type Choice } from '../entities.ts'

/** The longest side of a logo that is larger than what is sent, in pixels. */
const LONGEST = 600
const dependsOn = [handovers]

/** A picture as a data URL, smaller where it is too large. @throws when it cannot be read */
async function urlOf(picture: Blob): Promise<string> {
  const read = (blob: Blob) =>
    new Promise<string>((resolve, reject) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(String(reader.result)))
      reader.addEventListener('error', () => reject(new Error('This picture cannot be read.')))
      reader.readAsDataURL(blob)
    })
  const url = await read(picture)
  return url.length <= MOST_LOGO ? url : read(await resizeImage(picture, LONGEST))
}

/** Has a package of a job made: what goes into it, and what its cover says (rule handover). @useSignals */
export const HandoverDialog = ({ project, onClose }: { project: Project; onClose: () => void }) => {
  const { api } = useServices()
  const resource = api(handovers, { project_id: project.id })
  const { data, failure, retry } = useAsked(() => resource.ask<Choice[]>('choices'), 'closeout parts', dependsOn)
  const [title, setTitle] = useState(`${project.name}: closeout`)
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set())
  const [logo, setLogo] = useState<string | null>(null)
  const [busy, during] = useBusy()
  const report = useOutcome()
  const parts = data?.flatMap(({ key }) => (without.has(key) ? [] : [key])) ?? []
  const picker = usePicker({ accept: 'image/png,image/jpeg', 'aria-label': 'Customer’s logo' }, ([file]) => {
    if (file) urlOf(file).then(setLogo, () => toast.error('This picture cannot be read.'))
  })
  function choose(key: string, on: boolean) {
    const next = new Set(without)
    if (on) next.delete(key)
    else next.add(key)
    setWithout(next)
  }
  async function make() {
    const all = without.size === 0
    const saved = await during(resource.save({ title: title.trim(), logo, ...(!all && { parts }) }))
    if (report(saved, 'The package is being made. You are told when it is ready.')) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Closeout package"
      main={
        <Button loading={busy} disabled={!data || !parts.length || !title.trim()} onClick={() => void make()}>
          Make package
        </Button>
      }
    >
      <div className={css({ stack: '4' })}>
        <p className={css({ color: 'muted' })}>
          A zip of the job as you see it, with an index that opens in any browser. It is kept for 14 days, for you
          alone.
        </p>
        <Field label="Title" required>
          <TextInput value={title} onChange={setTitle} maxLength={255} />
        </Field>
        <fieldset>
          <legend className={css({ textStyle: 'label', marginBottom: '1' })}>What goes into it</legend>
          {data ? (
            <div className={choices}>
              {data.map(({ key, label }) => (
                <Checkbox key={key} value={!without.has(key)} onChange={(on) => choose(key, on)}>
                  {label}
                </Checkbox>
              ))}
            </div>
          ) : failure ? (
            <NotLoaded failure={failure} retry={retry} />
          ) : (
            <SkeletonRows />
          )}
        </fieldset>
        <div className={css({ wrap: '3', alignItems: 'center' })}>
          {logo && <img src={logo} alt="Customer’s logo" className={picture} />}
          <Button variant="outline" icon="image" onClick={picker.open}>
            {logo ? 'Another logo' : 'Customer’s logo'}
          </Button>
          {logo && (
            <Button variant="ghost" onClick={() => setLogo(null)}>
              Remove
            </Button>
          )}
          {!logo && (
            <span className={css({ textStyle: 'note' })}>Without one the cover has {project.customer_name}.</span>
          )}
          {picker.input}
        </div>
      </div>
    </Dialog>
  )
}

const choices = css({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(10rem, 1fr))',
  columnGap: '4',
  rowGap: '1.5',
})
const picture = css({
  maxHeight: '12',
  maxWidth: '10rem',
  padding: '1',
  background: '#ffffff',
  border: '1px solid {colors.line}',
  borderRadius: 'md',
  objectFit: 'contain',
})
