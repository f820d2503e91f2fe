import { expect, screen, waitFor, within } from 'storybook/test'
import { shows } from '#blocks/story.tsx'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Reports', component: App, parameters: { path: '/reports' } })

/** Cells lead to what they count, and what stands by color stands in words too. */
export const JobCost = meta.story({
  play: async ({ canvas, userEvent }) => {
    const row = await canvas.findByRole('row', { name: /Canyon Lakes Elementary/ })
    await expect(within(row).getByRole('link', { name: 'Canyon Lakes Elementary' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/projects\/\d+$/),
    )
    await expect(canvas.getByRole('img', { name: /Hours booked against budget/ })).toBeVisible()
    await userEvent.click(canvas.getByRole('combobox', { name: 'By' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Category' }))
    await expect(await canvas.findAllByRole('row', { name: /Electrical/ })).not.toHaveLength(0)
  },
})

export const Dark = meta.story({ ...JobCost.input, tags: ['whole'], globals: { theme: 'dark' } })

/** A row is its name, its first figure beside it and the others below. */
export const Phone = meta.story({
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    const row = (await canvas.findAllByRole('listitem')).find((one) => one.textContent?.startsWith('Canyon Lakes'))
    const name = within(row ?? document.body).getByRole('link', { name: 'Canyon Lakes Elementary' })
    await expect(name.getBoundingClientRect().width).toBeGreaterThan(150)
    await expect(row).toHaveTextContent(/Elementary26-001Budget [\d,]+\.00.*Booked [\d,.]+$/)
  },
})

/** Each Monday to oneself, until it is turned off. */
export const ByMail = meta.story({
  tags: ['whole'],
  parameters: { path: '/reports/missing' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Send by mail' }))
    const form = within(await screen.findByRole('dialog', { name: 'Send “Missing time and logs” by mail' }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    const mail = await canvas.findByRole('switch', { name: 'Mail to Dana Mercer' })
    await expect(mail.closest('li')).toHaveTextContent('Mondays, 6:00 AM')
    await userEvent.click(mail)
    await waitFor(() => expect(mail).not.toBeChecked())
  },
})

export const NoPermission = meta.story({
  ...shows('You do not have permission to see this.'),
  globals: { person: 'employee' },
})
