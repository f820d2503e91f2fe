import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { Toaster, toast } from './toast.tsx'

test('what is told before the code that shows it is there is shown when it is', async () => {
  toast.error('No connection yet.')
  toast.dismiss(toast.success('Taken back meanwhile.'))
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    toast.remove()
    root.unmount()
  })
  root.render(<Toaster />)
  await expect.element(page.getByText('No connection yet.')).toBeVisible()
  await expect.element(page.getByText('Taken back meanwhile.')).not.toBeInTheDocument()
})
