import { expect, screen, waitFor } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

/** The company's logo among its settings: uploaded, replaced and removed. */
const meta = preview.meta({
  title: 'Screens/Setup/Company logo',
  component: App,
  parameters: { path: '/setup/company' },
})

async function draw(type: 'image/png' | 'image/webp', name: string): Promise<File> {
  const canvas = new OffscreenCanvas(360, 90)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw.')
  context.fillStyle = '#1b57c2'
  context.fillRect(0, 0, 90, 90)
  context.font = '700 40px sans-serif'
  context.fillText(name, 104, 60)
  return new File([await canvas.convertToBlob({ type })], `${name}.${type.split('/')[1]}`, { type })
}
function picker(element: HTMLElement): HTMLInputElement {
  const input = element.querySelector<HTMLInputElement>('main input[type=file]')
  if (!input) throw new Error('There is no way to choose a logo.')
  return input
}

/** A logo is uploaded, replaced and removed; a file that is none gets its reason at the button. */
export const Uploading = meta.story({
  tags: ['whole'],
  play: async ({ canvas, canvasElement, userEvent }) => {
    await expect(await canvas.findByText('No logo yet.')).toBeVisible()
    // Some pickers let people choose any file.
    picker(canvasElement).removeAttribute('accept')
    await userEvent.upload(picker(canvasElement), await draw('image/webp', 'Web'))
    await expect(await canvas.findByRole('alert')).toHaveTextContent('The logo must be a PNG or JPEG picture.')
    await userEvent.upload(picker(canvasElement), await draw('image/png', 'First'))
    await expect(await canvas.findByRole('img', { name: 'Logo' })).toBeVisible()
    await expect(canvas.queryByRole('alert')).toBeNull()
    const first = canvas.getByRole('img', { name: 'Logo' }).getAttribute('src')
    await userEvent.upload(picker(canvasElement), await draw('image/png', 'Second'))
    await waitFor(() => expect(canvas.getByRole('img', { name: 'Logo' })).not.toHaveAttribute('src', first))
    await userEvent.click(canvas.getByRole('button', { name: 'Remove logo' }))
    await screen.findByText('Remove this logo?')
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await expect(await canvas.findByText('No logo yet.')).toBeVisible()
  },
})
