import { useState } from 'react'
import { useBusy } from '#blocks/failure/use-busy.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useResource } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { companySettings } from '../../../company/entities.ts'
import { projects, type SampleProject } from '../../entities.ts'

const contentsOf = ({ contents }: SampleProject) =>
  contents.length ? ` with ${contents.map(({ count, noun }) => `${count} ${noun}`).join(', ')}` : ''

/** Puts the sample project in, and takes it out again with all that is on it (rule sample-project). */
export default function SampleButton() {
  const resource = useResource(projects)
  const settings = useQuery(companySettings)
  const [company] = useRecords(settings.items)
  const [asked, setAsked] = useState<SampleProject | null>(null)
  const [busy, during] = useBusy()
  if (!company) return null
  async function act(action: 'add_sample' | 'remove_sample', done: string) {
    const answer = await during(resource.actOnAll(action))
    setAsked(null)
    if (answer.ok) toast.success(done)
    else toastFailure(answer)
  }
  async function ask() {
    const answer = await during(resource.ask<SampleProject | null>('sample'))
    if (!answer.ok) toastFailure(answer)
    else setAsked(answer.data)
  }
  return (
    <>
      {company.sample ? (
        <Button variant="outline" icon="trash-2" loading={busy && !asked} onClick={() => void ask()}>
          Take out the sample project
        </Button>
      ) : (
        <Button
          variant="outline"
          icon="hard-hat"
          loading={busy}
          onClick={() => void act('add_sample', 'The sample project is among your projects.')}
        >
          Try with a sample project
        </Button>
      )}
      {asked && (
        <ConfirmDialog
          open
          danger
          title="Take out the sample project?"
          message={`${asked.title} is deleted${contentsOf(asked)}: what it came with, and what people added to it.`}
          confirm="Take it out"
          loading={busy}
          onCancel={() => setAsked(null)}
          onConfirm={() => void act('remove_sample', 'The sample project is gone.')}
        />
      )}
    </>
  )
}
