import { useState } from 'react'
import { css } from '#css/css'
import { Banner } from '#ui/banner/banner.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import type { NewVersion } from '../new-version.ts'

/** A newer version waits until everything typed is saved; whoever wants it sooner says so. @useSignals */
export const NewVersionBar = ({ version }: { version: Pick<NewVersion, 'waits' | 'takeOver'> }) => {
  const [asking, setAsking] = useState(false)
  if (!version.waits.value) return null
  return (
    <>
      <Banner icon="refresh-cw">
        <button type="button" className={button} onClick={() => setAsking(true)}>
          New version: reload
        </button>
      </Banner>
      <ConfirmDialog
        open={asking}
        title="Reload now?"
        message="What is typed and not saved is lost, in every open tab. Without this the new version starts once everything is saved or closed."
        confirm="Reload"
        danger
        onConfirm={version.takeOver}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

const button = css({ minHeight: { _coarse: 'touch' }, textDecoration: 'underline', cursor: 'pointer' })
