import { useState } from 'react'
import { css } from '#css/css'
import { Banner } from '#ui/banner/banner.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import type { NewVersion } from '../new-version.ts'

/** A banner shown while a newer version waits for unfinished work, with a button to reload anyway. @useSignals */
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
        message="Unsaved input in all open tabs will be lost. Otherwise the new version starts when everything is saved or closed."
        confirm="Reload"
        danger
        onConfirm={version.takeOver}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}

const button = css({ minHeight: { _coarse: 'touch' }, textDecoration: 'underline', cursor: 'pointer' })
