import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Setup/Time-off balances',
  component: App,
  parameters: { path: '/setup/time_off_balances' },
})

/** Balances of another system are pasted. A line that names an unknown person is refused before anything is saved. */
export const Importing = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText(/^No time-off balances yet/)
    await userEvent.click(canvas.getByRole('button', { name: 'Import' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Import time-off balances' }))
    const pasted = dialog.getByRole('textbox')
    await userEvent.click(pasted)
    await userEvent.paste(
      'Employee\tAs of\tPTO balance\tSick leave\nLuis Ortega\t1/1/40\t34.5\t16\nNobody Here\t1/1/40\t8\t8',
    )
    await userEvent.click(dialog.getByRole('button', { name: 'Check what was pasted' }))
    await expect(await dialog.findByText(/There is no Nobody Here\./)).toBeVisible()
    await userEvent.click(await dialog.findByRole('button', { name: 'Import 1' }))
    await userEvent.click(await dialog.findByRole('button', { name: 'Done' }))
    await waitFor(() => expect(canvas.getByText(/Vacation, hours: 34\.50/)).toBeVisible())
    await expect(canvas.getByRole('heading', { name: 'Luis Ortega' })).toBeVisible()
  },
})

export const Phone = meta.story({ globals: { viewport: { value: 'phone' } } })

export const Manager = meta.story({
  globals: { person: 'manager' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('You do not have permission to see this.')).toBeVisible())
  },
})
