import { expect, waitFor } from 'storybook/test'
import { shows } from '#blocks/story.tsx'
import preview, { App, type Preparing } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Directory', component: App, parameters: { path: '/directory' } })

/** The Team tab is shown first. */
export const Admin = meta.story(shows('Luis Ortega'))

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const Foreman = meta.story({ tags: ['whole'], ...Admin.input, globals: { person: 'foreman' } })

export const Customers = meta.story({
  tags: ['whole'],
  parameters: { path: '/directory?tab=customers' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Apex General Contractors')).toBeVisible())
  },
})

export const Everyone = meta.story({
  tags: ['whole'],
  parameters: { path: '/directory?tab=all' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Jo Reyes')).toBeVisible())
  },
})

/** People who left are found by those who look after accounts and contacts. */
export const Inactive = meta.story({
  tags: ['whole'],
  globals: { person: 'office' },
  parameters: {
    path: async ({ find, http }: Preparing) => {
      await http(`/api/users/${await find('/users', 'Jo Reyes')}/deactivate`, { method: 'POST' })
      return '/directory?tab=all'
    },
  },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('Luis Ortega')
    await expect(canvas.queryByText('Jo Reyes')).toBeNull()
    await userEvent.click(canvas.getByRole('radio', { name: 'Inactive 1' }))
    await canvas.findByText('Jo Reyes')
    await expect(canvas.queryByText('Luis Ortega')).toBeNull()
  },
})

/** Guests find the names of those they share a project with, and nothing else of them. */
export const CustomerGuest = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getAllByRole('row').length).toBeGreaterThan(2))
    await expect(canvas.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name'])
    await expect(canvas.queryByRole('link', { name: /@|\(\d{3}\)/ })).toBeNull()
  },
})

/** Employees find the team, with phones and licenses alone. */
export const Employee = meta.story({
  tags: ['whole'],
  globals: { person: 'employee' },
  play: async ({ canvas }) => {
    await canvas.findByText('Luis Ortega')
    await expect(canvas.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'License',
      'Phone',
      'Contact',
    ])
    // A contact, who is none of the team.
    await expect(canvas.queryByText('Alex Winters')).toBeNull()
    await expect(canvas.queryByRole('link', { name: /^Mail / })).toBeNull()
  },
})
