import { useState } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { guessPlatform, installOffer, type Platform } from './install.ts'
import { closeDialog } from '#blocks/page/open-dialog.ts'

const platforms: readonly { value: Platform; label: string }[] = [
  { value: 'ios', label: 'iPhone or iPad' },
  { value: 'android', label: 'Android' },
  { value: 'desktop', label: 'Desktop' },
]
const steps: Record<Platform, readonly string[]> = {
  ios: ['Open this page in Safari.', 'Tap the Share button.', 'Tap Add to Home Screen.', 'Tap Add.'],
  android: ['Open this page in Chrome.', 'Tap the menu with three dots.', 'Tap Add to Home screen, then Install.'],
  desktop: [
    'Open this page in Chrome or Edge.',
    'Click the install icon at the right of the address bar.',
    'Click Install.',
  ],
}

/** The install guide: steps for each device, and a button where the browser can install the app itself. */
export default function InstallGuide() {
  const [platform, setPlatform] = useState(() => guessPlatform(navigator.userAgent))
  const offer = installOffer.value
  return (
    <Dialog
      open
      onClose={closeDialog}
      title="Install App"
      size="sm"
      footer={
        offer && (
          <Button icon="download" onClick={() => void offer.prompt().then(closeDialog)}>
            Install
          </Button>
        )
      }
    >
      <Segmented aria-label="Device" value={platform} onChange={setPlatform} options={platforms} full />
      <ol className={list}>
        {steps[platform].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Dialog>
  )
}

const list = css({ stack: '2.5', marginTop: '4', paddingInlineStart: '5', listStyle: 'decimal' })
