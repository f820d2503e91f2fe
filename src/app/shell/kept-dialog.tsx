import { useEffect } from 'react'
import { KeptLine } from '#blocks/keeping/kept-line.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { deviceName } from '#lib/device.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { closeDialog } from '#blocks/page/open-dialog.ts'

/** What is kept on this device, a line for each job. @useSignals */
export default function KeptDialog() {
  const { keeping, registry } = useServices()
  useEffect(() => keeping.check(null), [keeping])
  const jobs = keeping.jobs.value
  const root = registry.ahead
  return (
    <Dialog open onClose={closeDialog} title={`On this ${deviceName()}`}>
      <p className={css({ textStyle: 'note' })}>
        The jobs you are planned on in the next two weeks and those you opened last. More by “Keep on this device” at a
        job’s drawings. What waits to be sent is never removed.
      </p>
      {jobs.length === 0 && <p>No job is kept here yet.</p>}
      <ul className={css({ stack: '3' })}>
        {jobs.map((job) => (
          <li key={job}>{root && <Line root={root} job={job} />}</li>
        ))}
      </ul>
    </Dialog>
  )
}

/** @useSignals */
const Line = ({ root, job }: { root: Entity; job: Id }) => {
  const { store, kept } = useServices()
  const record = store.of(root).get(job)
  useEffect(() => void kept.restoreRecord(root, job), [kept, root, job])
  const name = record && 'name' in record ? String(record.name) : ''
  return <KeptLine job={job} name={name} />
}
