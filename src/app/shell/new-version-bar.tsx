import { lazy, useState } from 'react'
import { css } from '#css/css'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { Banner } from '#ui/banner/banner.tsx'
import type { NewVersion } from '../new-version.ts'

const ConfirmDialog = lazy(async () => ({
  default: (await import('#ui/confirm-dialog/confirm-dialog.tsx')).ConfirmDialog,
}))

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
      <Optional>
        {asking && (
          <ConfirmDialog
            open
            title="Reload now?"
            message="Unsaved input in all open tabs will be lost. Otherwise the new version starts when everything is saved or closed."
            confirm="Reload"
            danger
            onConfirm={version.takeOver}
            onCancel={() => setAsking(false)}
          />
        )}
      </Optional>
    </>
  )
}

const button = css({ minHeight: { _coarse: 'touch' }, textDecoration: 'underline', cursor: 'pointer' })
